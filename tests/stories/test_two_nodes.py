"""Two machines: each with all programs and a folder of its own, one PostgreSQL, one Redis, one object store, a proxy in front. One
is killed, both have a beat, all programs are renewed one after the other, while whole hires go on. No answer is lost but what was
in flight at the kill, nothing happens twice, nothing late, and the books are right.
"""

import io
import secrets
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import boto3
import httpx
import psycopg
import pytest
from PIL import Image
from pytest_django import DjangoDbBlocker

from config.devstack.embedded import EmbeddedServers
from config.devstack.guard import Guard
from marketplace.core import clock, ids
from tests import instances, round_robin
from tests.factories import stores

from .conftest import TASK, Caller, Hook, Instance, clean_environment, free_port, wait_until
from .nodes import PROGRAMS, Node, node_beside

pytestmark = pytest.mark.live
PAIRS = 2
LEASE = 75.0  # seconds after which what a killed worker had in the air is sent again
SOON = 30.0  # seconds within which everything else is sent, on a machine that does much else
REPEATED = (502, 503, 504)


@dataclass
class Site:
    nodes: list[Node]
    proxy: round_robin.Proxy
    instance: Instance
    database: str

    def ask(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.database, autocommit=True) as connection:
            found = connection.execute(query, values)
            return list(found.fetchall()) if found.description else []

    def is_all_sent(self) -> bool:
        [(open_ones, unsent)] = self.ask(
            "select (select count(*) from webhooks_delivery where status not in ('delivered', 'failed')), "
            "(select count(*) from webhooks_event where public and fanned_out_at is null)"
        )
        return bool(open_ones == unsent == 0)


@dataclass
class Repeating(Caller):
    """Repeats a call whose answer was lost, under the same key, as our SDKs do."""

    lost: list[float] = field(default_factory=list)

    def __call__(self, method: str, path: str, body: Any = None, *, expect: int = 200) -> dict[str, Any]:
        url = path if path.startswith("http") else self.base_url + path
        keyed = self.headers | ({"Idempotency-Key": secrets.token_hex(16)} if method != "GET" else {})
        for _ in range(120):
            begun = time.time()
            try:
                answer = httpx.request(method, url, json=body, headers=keyed, timeout=60)
            except httpx.TransportError:
                answer = None
            if answer is not None and answer.status_code not in REPEATED:
                assert answer.status_code == expect, (method, path, answer.status_code, answer.text)
                found: dict[str, Any] = answer.json()
                return found
            self.lost.append(begun)
            time.sleep(0.25)
        raise AssertionError(f"no answer to {method} {path}")


@dataclass
class Pair:
    """An agent and a worker who do one whole hire after the other until they are told to end."""

    agent: Repeating
    worker: Repeating
    hired: list[str] = field(default_factory=list)  # bounties that were paid
    failure: BaseException | None = None

    def work(self, end: threading.Event) -> None:
        try:
            while not end.is_set():
                bounty, escrow = self.until_approved()
                self.agent.release(escrow)
                self.hired.append(bounty)
        except BaseException as error:  # it is raised by whoever waits for the hires
            self.failure = error

    def until_approved(self) -> tuple[str, str]:
        bounty = str(self.agent("POST", "/api/bounties", TASK)["bountyId"])
        application = self.worker.apply(bounty, "On my way.")
        escrow = self.agent.accept(bounty, application, "")
        self.worker.confirm(bounty, application)
        evidence = self.worker.deliver(bounty, "Open 9 to 18.")
        self.agent.review(bounty, evidence, "approve", "")
        return bounty, escrow


@pytest.fixture
def site(
    tmp_path: Path,
    prepared_instance: Path,
    object_server: str,
    monkeypatch: pytest.MonkeyPatch,
    django_db_blocker: DjangoDbBlocker,
) -> Iterator[Site]:
    for name in ("DATABASE_URL", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    data_dir = instances.copy(prepared_instance, tmp_path / "servers")
    bucket = f"nodes-{secrets.token_hex(4)}"
    _make_bucket(object_server, bucket)
    with closing(Guard()) as guard:
        servers = EmbeddedServers(data_dir, guard)  # durable: as in production
        servers.start()
        ports = [free_port(), free_port()]
        with round_robin.before(ports) as proxy:
            common = clean_environment() | servers.environment()
            common |= {"SANDBOX": "1", "HOST": "127.0.0.1", "RATE_LIMIT_SCALE": "50", "BASE_URL": proxy.url}
            common |= {"SECRET_KEY": (data_dir / "secret_key").read_text().strip()}
            common |= {"STORAGE_URL": stores.store_url(object_server, bucket)}
            nodes = [
                node_beside(tmp_path / name, data_dir, common, port) for name, port in zip("ab", ports, strict=True)
            ]
            try:
                for node in nodes:
                    node.start()
                for node in nodes:
                    node.wait()
                live = Instance(proxy.url, data_dir, nodes[0].running["web"], nodes[0].log, django_db_blocker)  # type: ignore[arg-type]
                yield Site(nodes, proxy, live, servers.environment()["DATABASE_URL"])
            finally:
                for node in nodes:
                    node.kill()
                servers.stop()


def _make_bucket(server: str, name: str) -> None:
    made = boto3.client(
        "s3",
        endpoint_url=server,
        region_name="eu-central-1",
        aws_access_key_id=stores.KEY,
        aws_secret_access_key=stores.SECRET,
    )
    made.create_bucket(Bucket=name, CreateBucketConfiguration={"LocationConstraint": "eu-central-1"})


def test_a_site_of_two_nodes_outlives_one_of_them_and_is_renewed_under_load(site: Site, hook: Hook) -> None:
    # given pairs who hire through the proxy, with webhooks for every event
    first = site.nodes[0]
    pairs = [_pair(site, hook) for _ in range(PAIRS)]
    end = threading.Event()
    hirers = [threading.Thread(target=pair.work, args=(end,), daemon=True) for pair in pairs]
    for hirer in hirers:
        hirer.start()
    _until_hired(pairs, 6)

    # when one node is killed with all its programs in the middle of it
    killed = time.time()
    first.kill()
    _until_hired(pairs, 6)
    first.start()
    first.wait()
    _until_hired(pairs, 2)
    lost = [moment for pair in pairs for who in (pair.agent, pair.worker) for moment in who.lost]

    # and then every program of both nodes is renewed
    for node in site.nodes:
        for program in PROGRAMS:
            node.renew(program)
        node.wait()
        _until_hired(pairs, 2)
    end.set()
    for hirer in hirers:
        hirer.join(120)
    renewed = time.time()

    # then nobody missed an answer but those who waited for the killed node, and each of them got it by repeating
    assert [pair.failure for pair in pairs] == [None] * PAIRS
    after = [moment for pair in pairs for who in (pair.agent, pair.worker) for moment in who.lost][len(lost) :]
    assert len(lost) <= 2 * PAIRS, lost
    assert all(moment <= killed for moment in lost), [moment - killed for moment in lost]
    assert after == []
    assert min(site.proxy.answered.values()) > 50, "both nodes answered"

    # and each hire was made once: as many bounties as were asked for, each paid once
    for pair in pairs:
        assert pair.worker("GET", "/api/earnings/balance")["availableCents"] == len(pair.hired) * 500
        [(bounties, paid)] = site.ask(
            "select count(distinct b.id), count(*) filter (where e.status = 'released') from bounties_bounty b "
            "join escrow_escrow e on e.bounty_id = b.id and e.kind = 'seat' "
            "where b.owner_id = (select owner_id from bounties_bounty where id = %s)",
            ids.decode("bty", pair.hired[0]),
        )
        assert bounties == paid == len(pair.hired)

    # and each event arrived; again only what the killed worker had in the air, late only that
    wait_until(site.is_all_sent, 2 * LEASE)
    _check_webhooks(site, hook, killed)

    # and what two beats find due is done once
    waiting = [pair.until_approved() for pair in pairs]
    site.ask(
        "update escrow_escrow set auto_release_at = now() - interval '1 minute', dispute_window_ends_at = now() "
        "where status = 'completed'"
    )
    wait_until(
        lambda: all(
            pair.worker("GET", "/api/earnings/balance")["availableCents"] == (len(pair.hired) + 1) * 500
            for pair in pairs
        ),
        150,
    )
    for bounty, _ in waiting:
        [(released,)] = site.ask(
            "select count(*) from webhooks_event where type = 'escrow.released' and data->>'bountyId' = %s", bounty
        )
        assert released in (1, 2)  # to the agent, and to the worker

    # and a file that one node took is given by both
    _check_files(site, pairs[0])

    site.instance.check_ledger()
    assert '"status":500' not in "".join(node.log.read_text() for node in site.nodes)
    print(f"{sum(len(pair.hired) for pair in pairs)} hires in {renewed - killed:.0f} s, {len(lost)} answers lost")


def _pair(site: Site, hook: Hook) -> Pair:
    agent, worker = site.instance.agent(1000), site.instance.new_worker()
    agent("POST", "/api/webhooks/endpoints", {"url": hook.url, "events": ["*"]})
    return Pair(Repeating(agent.base_url, agent.headers), Repeating(worker.base_url, worker.headers))


def _until_hired(pairs: list[Pair], more: int) -> None:
    """Until each pair has made so many more hires."""
    wanted = [len(pair.hired) + more for pair in pairs]

    def done() -> bool:
        for pair in pairs:
            if pair.failure is not None:
                raise pair.failure
        return all(len(pair.hired) >= number for pair, number in zip(pairs, wanted, strict=True))

    wait_until(done, 600)


def _check_webhooks(site: Site, hook: Hook, killed: float) -> None:
    [(deliveries, delivered)] = site.ask(
        "select count(*), count(*) filter (where d.status = 'delivered') from webhooks_delivery d "
        "join webhooks_endpoint e on e.id = d.endpoint_id where e.url = %s",
        hook.url,
    )
    seen = Counter(got["headers"]["X-Service-Delivery"] for got in hook.received)
    assert deliveries == delivered == len(seen)
    assert len({got["body"]["id"] for got in hook.received}) == len(seen), "one delivery of each event"
    first: dict[str, float] = {}
    for got in hook.received:
        first.setdefault(got["headers"]["X-Service-Delivery"], got["at"])
    repeated = {delivery for delivery, times in seen.items() if times > 1}
    assert all(killed - 15 < first[delivery] < killed + 5 for delivery in repeated), "none but those in the air"
    offset = _offset(site.instance.data_dir)
    for got in hook.received:
        created = datetime.fromisoformat(got["body"]["created"]).timestamp() - offset
        if got["at"] == first[got["headers"]["X-Service-Delivery"]]:
            near = killed - 15 < created < killed + 15
            assert got["at"] - created < (LEASE if near else SOON), got["body"]["type"]


def _offset(data_dir: Path) -> float:
    """Seconds by which the sandbox's clock is ahead."""
    found: int = clock._OFFSET.unpack_from((data_dir / "clock").read_bytes())[0]
    return found / 1000


def _check_files(site: Site, pair: Pair) -> None:
    out = io.BytesIO()
    Image.linear_gradient("L").resize((640, 480)).convert("RGB").save(out, "JPEG")
    bounty = str(pair.agent("POST", "/api/bounties", TASK)["bountyId"])
    application = pair.worker.apply(bounty, "On my way.")
    pair.agent.accept(bounty, application, "")
    pair.worker.confirm(bounty, application)
    sent = [("files", ("front.jpg", out.getvalue(), "image/jpeg"))]
    pair.worker.upload(f"/api/bounties/{bounty}/submissions", {"textEvidence": "Open 9 to 18."}, sent)
    [row] = pair.agent("GET", f"/api/bounties/{bounty}/submissions")["submissions"]
    path = httpx.URL(row["files"][0]["url"]).raw_path.decode()
    for node in site.nodes:
        given = httpx.get(node.url + path, headers=pair.agent.headers, timeout=30, follow_redirects=True)
        assert (given.status_code, given.headers["Content-Type"]) == (200, "image/jpeg")
