"""What a manifest of ours may look like: a part of the API of Kubernetes, closed, so that a misspelt field is found without a
cluster. A field that is new in the manifests is added here, after a look into the reference."""

from typing import Any

Schema = dict[str, Any]
TEXT: Schema = {"type": "string", "minLength": 1}
NUMBER: Schema = {"type": "integer", "minimum": 1}
FLAG: Schema = {"type": "boolean"}
NAME: Schema = {"type": "string", "pattern": r"^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$"}
PORT: Schema = {"anyOf": [NAME, {"type": "integer", "minimum": 1, "maximum": 65535}]}
LABELS: Schema = {"type": "object", "minProperties": 1, "additionalProperties": {"type": "string"}}
QUANTITY: Schema = {"type": "string", "pattern": r"^\d+(m|Mi|Gi)?$"}


def closed(*needed: str, **fields: Schema) -> Schema:
    return {"type": "object", "properties": fields, "required": list(needed), "additionalProperties": False}


def many(of: Schema) -> Schema:
    return {"type": "array", "items": of, "minItems": 1}


SELECTOR = closed(
    matchLabels=LABELS,
    matchExpressions=many(
        closed("key", "operator", key=TEXT, operator={"enum": ["In", "NotIn", "Exists"]}, values=many(TEXT))
    ),
)
METADATA = closed("name", name=NAME, namespace=NAME, labels=LABELS)
PROBE: Schema = {
    **closed(
        httpGet=closed("path", "port", path={"type": "string", "pattern": "^/"}, port=PORT),
        exec=closed("command", command=many(TEXT)),
        initialDelaySeconds=NUMBER,
        periodSeconds=NUMBER,
        timeoutSeconds=NUMBER,
        failureThreshold=NUMBER,
    ),
    "oneOf": [{"required": ["httpGet"]}, {"required": ["exec"]}],
}
CONTAINER = closed(
    *("name", "image", "args", "envFrom", "resources", "securityContext", "volumeMounts"),
    name=NAME,
    image=TEXT,
    args=many(TEXT),
    envFrom=many(closed(configMapRef=closed("name", name=NAME), secretRef=closed("name", name=NAME))),
    ports=many(closed("name", "containerPort", name=NAME, containerPort=PORT)),
    startupProbe=PROBE,
    readinessProbe=PROBE,
    livenessProbe=PROBE,
    lifecycle=closed(preStop=closed("exec", exec=closed("command", command=many(TEXT)))),
    resources=closed(
        "requests",
        "limits",
        requests=closed("cpu", "memory", cpu=QUANTITY, memory=QUANTITY),
        limits=closed("memory", memory=QUANTITY),
    ),
    securityContext=closed(
        *("allowPrivilegeEscalation", "readOnlyRootFilesystem", "capabilities"),
        allowPrivilegeEscalation={"const": False},
        readOnlyRootFilesystem={"const": True},
        capabilities=closed("drop", drop={"const": ["ALL"]}),
    ),
    volumeMounts=many(closed("name", "mountPath", name=NAME, mountPath=TEXT)),
)
POD = closed(
    *("containers", "securityContext", "automountServiceAccountToken", "volumes"),
    automountServiceAccountToken={"const": False},
    enableServiceLinks={"const": False},
    restartPolicy={"enum": ["Never", "OnFailure"]},
    terminationGracePeriodSeconds=NUMBER,
    securityContext=closed(
        *("runAsNonRoot", "runAsUser", "seccompProfile"),
        runAsNonRoot={"const": True},
        runAsUser=NUMBER,
        runAsGroup=NUMBER,
        fsGroup=NUMBER,
        seccompProfile=closed("type", type={"const": "RuntimeDefault"}),
    ),
    topologySpreadConstraints=many(
        closed(
            *("maxSkew", "topologyKey", "whenUnsatisfiable", "labelSelector"),
            maxSkew=NUMBER,
            topologyKey=TEXT,
            whenUnsatisfiable={"enum": ["ScheduleAnyway", "DoNotSchedule"]},
            labelSelector=SELECTOR,
        )
    ),
    containers={**many(CONTAINER), "maxItems": 1},
    volumes=many(closed("name", "emptyDir", name=NAME, emptyDir=closed())),
)
TEMPLATE = closed("metadata", "spec", metadata=closed("labels", labels=LABELS), spec=POD)
PORTS = many(closed("port", protocol={"enum": ["TCP", "UDP"]}, port=PORT))
PEERS = many(
    closed(
        namespaceSelector=SELECTOR,
        podSelector=SELECTOR,
        ipBlock=closed("cidr", cidr=TEXT, **{"except": many(TEXT)}),
    )
)


def manifest(api: str, spec: Schema | None) -> Schema:
    fields = {"apiVersion": {"const": api}, "kind": TEXT, "metadata": METADATA}
    return closed(*fields, *(["spec"] if spec else []), **fields, **({"spec": spec} if spec else {}))


KINDS: dict[str, Schema] = {
    "Namespace": manifest("v1", None),
    "Deployment": manifest(
        "apps/v1",
        closed(
            *("replicas", "selector", "template"),
            replicas=NUMBER,
            revisionHistoryLimit=NUMBER,
            strategy=closed(
                "type",
                type={"enum": ["RollingUpdate", "Recreate"]},
                rollingUpdate=closed(maxSurge=NUMBER, maxUnavailable={"type": "integer", "minimum": 0}),
            ),
            selector=SELECTOR,
            template=TEMPLATE,
        ),
    ),
    "Job": manifest("batch/v1", closed("template", backoffLimit=NUMBER, template=TEMPLATE)),
    "Service": manifest(
        "v1",
        closed(
            "selector",
            "ports",
            selector=LABELS,
            ports=many(closed("name", "port", name=NAME, port=PORT, targetPort=PORT)),
        ),
    ),
    "PodDisruptionBudget": manifest(
        "policy/v1", closed("selector", "minAvailable", selector=SELECTOR, minAvailable=NUMBER)
    ),
    "Ingress": manifest(
        "networking.k8s.io/v1",
        closed(
            *("tls", "rules"),
            ingressClassName=NAME,
            tls=many(closed("hosts", "secretName", hosts=many(TEXT), secretName=NAME)),
            rules=many(
                closed(
                    *("host", "http"),
                    host=TEXT,
                    http=closed(
                        "paths",
                        paths=many(
                            closed(
                                *("path", "pathType", "backend"),
                                path={"type": "string", "pattern": "^/"},
                                pathType={"enum": ["Exact", "Prefix"]},
                                backend=closed(
                                    "service",
                                    service=closed("name", "port", name=NAME, port=closed(name=NAME, number=NUMBER)),
                                ),
                            )
                        ),
                    ),
                )
            ),
        ),
    ),
    "NetworkPolicy": manifest(
        "networking.k8s.io/v1",
        closed(
            *("podSelector", "policyTypes"),
            podSelector=SELECTOR,
            policyTypes=many({"enum": ["Ingress", "Egress"]}),
            ingress=many(closed("from", **{"from": PEERS, "ports": PORTS})),
            egress=many(closed(to=PEERS, ports=PORTS)),
        ),
    ),
}
