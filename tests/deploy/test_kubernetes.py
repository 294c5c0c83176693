"""The manifests in `deploy/kubernetes`: well-formed, naming what the program has, and agreeing with each other. No cluster."""

import shutil
import subprocess
from typing import Any

import jsonschema
import pytest

from config.devstack.programs import PROGRAMS
from config.waiting.application import SERVED
from tests.deploy.kubernetes_schema import KINDS
from tests.deploy.reading import DEPLOY, PROBES, SETTINGS, documents, is_command, is_probe, variables

FOLDER = DEPLOY / "kubernetes"
[KUSTOMIZATION] = documents((FOLDER / "kustomization.yaml").read_text())
MANIFESTS = [one for name in KUSTOMIZATION["resources"] for one in documents((FOLDER / name).read_text())]
SAID = variables((FOLDER / "settings.env").read_text())
SECRETS = variables((FOLDER / "secrets.env.example").read_text())
COMPONENT = "app.kubernetes.io/component"


def of(kind: str) -> dict[str, dict[str, Any]]:
    return {one["metadata"]["name"]: one["spec"] for one in MANIFESTS if one["kind"] == kind}


RUNNING = {name: spec for kind in ("Deployment", "Job") for name, spec in of(kind).items()}
DEPLOYMENTS = of("Deployment")


def pod(name: str) -> dict[str, Any]:
    found: dict[str, Any] = RUNNING[name]["template"]["spec"]
    return found


def container(name: str) -> dict[str, Any]:
    [found] = pod(name)["containers"]
    return dict(found)


def matches(selector: dict[str, Any], labels: dict[str, str]) -> bool:
    exact = all(labels.get(key) == value for key, value in selector.get("matchLabels", {}).items())
    return exact and all(labels.get(one["key"]) in one["values"] for one in selector.get("matchExpressions", []))


@pytest.mark.parametrize("manifest", MANIFESTS, ids=lambda one: f"{one['kind']}-{one['metadata']['name']}")
def test_a_manifest_has_the_fields_of_its_kind_and_no_other(manifest: dict[str, Any]) -> None:
    jsonschema.validate(manifest, KINDS[manifest["kind"]])


def test_every_file_is_in_the_kustomization_and_no_name_stands_twice() -> None:
    assert {path.name for path in FOLDER.glob("*.yaml")} == {"kustomization.yaml", *KUSTOMIZATION["resources"]}
    names = [(one["kind"], one["metadata"]["name"]) for one in MANIFESTS]
    assert len(names) == len(set(names))


def test_every_program_is_a_deployment_and_the_migrations_are_a_job() -> None:
    assert set(DEPLOYMENTS) == {f"ahm-{name}" for name in PROGRAMS}
    for name in PROGRAMS:
        assert container(f"ahm-{name}")["args"] == ["ahm-server", "start", name]
    assert [container(name)["args"] for name in of("Job")] == [["ahm-server", "migrate", "--noinput"]]
    assert all(is_command(container(name)["args"]) for name in RUNNING)
    assert {container(name)["image"] for name in RUNNING} == {image["name"] for image in KUSTOMIZATION["images"]}


def test_while_a_beat_is_replaced_another_one_has_its_place() -> None:
    assert DEPLOYMENTS["ahm-beat"]["replicas"] == 2
    assert DEPLOYMENTS["ahm-beat"]["strategy"]["rollingUpdate"] == {"maxUnavailable": 1}


@pytest.mark.parametrize("name", RUNNING)
def test_secrets_come_by_reference_only(name: str) -> None:
    assert container(name)["envFrom"] == [
        {"configMapRef": {"name": KUSTOMIZATION["configMapGenerator"][0]["name"]}},
        {"secretRef": {"name": "ahm-secrets"}},
    ]
    assert not [one for one in MANIFESTS if one["kind"] == "Secret"]


def test_every_variable_is_a_setting_and_no_secret_stands_in_the_open() -> None:
    assert set(SAID) | set(SECRETS) <= SETTINGS
    assert not set(SAID) & set(SECRETS)
    hidden = ("KEY", "SECRET", "TOKEN", "_URL", "PASSWORD")
    assert {name for name in SAID if any(word in name for word in hidden)} == {"BASE_URL"}
    assert {"SECRET_KEY", "DATABASE_URL", "REDIS_URL", "STORAGE_URL"} <= set(SECRETS)


@pytest.mark.parametrize("name", RUNNING)
def test_a_pod_is_found_by_its_own_labels_and_writes_only_where_it_may(name: str) -> None:
    spec, labels = RUNNING[name], RUNNING[name]["template"]["metadata"]["labels"]

    assert labels == {"app.kubernetes.io/name": "ahm", COMPONENT: name.removeprefix("ahm-")}
    if name in DEPLOYMENTS:
        assert [
            other
            for other, one in DEPLOYMENTS.items()
            if matches(spec["selector"], one["template"]["metadata"]["labels"])
        ] == [name]
    mounted = {one["name"]: one["mountPath"] for one in container(name)["volumeMounts"]}
    assert mounted == {"data": SAID["DATA_DIR"], "tmp": "/tmp"}
    assert {one["name"] for one in pod(name)["volumes"]} == set(mounted)


@pytest.mark.parametrize(("name", "variable"), [("ahm-web", "PORT"), ("ahm-waiting", "WAITING_PORT")])
def test_probes_ask_what_they_are_for(name: str, variable: str) -> None:
    found = container(name)
    asked = {kind: found[f"{kind}Probe"]["httpGet"]["path"] for kind in ("startup", "readiness", "liveness")}

    assert asked == {"startup": "/startupz", "readiness": "/readyz", "liveness": "/livez"}
    assert all(is_probe(path) and path in SERVED for path in asked.values())
    [port] = found["ports"]
    assert str(port["containerPort"]) == SAID[variable]
    assert all(
        found[f"{kind}Probe"]["httpGet"]["port"] == port["name"] for kind in ("startup", "readiness", "liveness")
    )
    assert of("Service")[name]["ports"] == [{"name": "http", "port": port["containerPort"], "targetPort": port["name"]}]
    assert matches(
        {"matchLabels": of("Service")[name]["selector"]}, DEPLOYMENTS[name]["template"]["metadata"]["labels"]
    )
    assert DEPLOYMENTS[name]["replicas"] >= 2
    assert DEPLOYMENTS[name]["strategy"]["rollingUpdate"]["maxUnavailable"] == 0


@pytest.mark.parametrize("name", DEPLOYMENTS)
def test_a_budget_never_keeps_a_node_from_being_emptied(name: str) -> None:
    labels = DEPLOYMENTS[name]["template"]["metadata"]["labels"]
    budgets = [one for one in of("PodDisruptionBudget").values() if matches(one["selector"], labels)]

    if DEPLOYMENTS[name]["replicas"] > 1:
        assert [one["minAvailable"] for one in budgets] == [1]
    else:
        assert budgets == []


def test_callers_who_wait_go_to_the_process_that_holds_them() -> None:
    [rule] = of("Ingress")["ahm"]["rules"]
    routes = {(one["path"], one["pathType"]): one["backend"]["service"]["name"] for one in rule["http"]["paths"]}

    waited = {path for path in SERVED if path not in (*PROBES, "/healthz")}
    assert routes == {(path, "Exact"): "ahm-waiting" for path in waited} | {("/", "Prefix"): "ahm-web"}
    assert set(routes.values()) <= set(of("Service"))
    [tls] = of("Ingress")["ahm"]["tls"]
    assert tls["hosts"] == [rule["host"]] and SAID["BASE_URL"] == f"https://{rule['host']}"


def test_whoever_is_let_in_or_out_is_let_so_by_a_policy() -> None:
    policies = of("NetworkPolicy")
    ways_in = {
        name: [one for one in policies.values() if one.get("ingress") and matches(one["podSelector"], _labels(name))]
        for name in RUNNING
    }
    ways_out = {name: _reaches_the_world(name) for name in RUNNING}

    assert all(matches(policies["ahm-default"]["podSelector"], _labels(name)) for name in RUNNING)
    assert (
        set(policies["ahm-default"]["policyTypes"]) == {"Ingress", "Egress"}
        and "ingress" not in policies["ahm-default"]
    )
    assert {name for name, found in ways_in.items() if found} == {"ahm-web", "ahm-waiting"}
    assert {name for name, out in ways_out.items() if not out} == {"ahm-beat", "ahm-migrate"}
    [world, _] = policies["ahm-way-out"]["egress"][0]["to"]
    assert {"10.0.0.0/8", "169.254.0.0/16", "192.168.0.0/16"} <= set(world["ipBlock"]["except"])


def _labels(name: str) -> dict[str, str]:
    found: dict[str, str] = RUNNING[name]["template"]["metadata"]["labels"]
    return found


def _reaches_the_world(name: str) -> bool:
    return matches(of("NetworkPolicy")["ahm-way-out"]["podSelector"], _labels(name))


@pytest.mark.skipif(not shutil.which("kubectl"), reason="no kubectl here: the manifests are only read")
def test_kustomize_puts_them_together() -> None:
    answer = subprocess.run(["kubectl", "kustomize", FOLDER], capture_output=True, text=True)

    assert answer.returncode == 0, answer.stderr
    built = documents(answer.stdout)
    assert len(built) == len(MANIFESTS) + 1, "and the settings"
    images = {
        one["spec"]["template"]["spec"]["containers"][0]["image"]
        for one in built
        if one["kind"] in ("Deployment", "Job")
    }
    assert len(images) == 1 and images != {"ahm"}
