"""The proxy files in `deploy/` do what docs/operations.md asks of a proxy. Where nginx or Caddy is at hand, it reads them."""

import re
import shutil
import subprocess

import pytest
from django.conf import settings

from config.devstack import locations
from config.devstack.programs import Web
from config.waiting.application import SERVED
from webhooks.rules.waiting import LONGEST

NGINX = (locations.ROOT / "deploy" / "nginx.conf").read_text()
CADDY = (locations.ROOT / "deploy" / "Caddyfile").read_text()
PROBES = ("/livez", "/readyz", "/startupz", "/healthz")  # of each process by itself, past the proxy
LARGEST = settings.FILES_PER_SUBMISSION * settings.FILE_LIMIT + settings.JSON_BODY_LIMIT


def test_the_largest_submission_passes_and_little_more():
    nginx = int(re.search(r"client_max_body_size (\d+)m;", NGINX)[1]) * 2**20
    caddy = int(re.search(r"max_size (\d+)MB", CADDY)[1]) * 10**6
    for limit in (nginx, caddy):
        assert LARGEST <= limit < 1.1 * LARGEST


def test_whole_requests_are_read_first():
    assert "proxy_request_buffering on;" in NGINX
    assert int(re.search(r"request_buffers (\d+)MiB", CADDY)[1]) * 2**20 >= settings.JSON_BODY_LIMIT


def test_no_caller_chooses_the_address_that_limits_count():
    assert "underscores_in_headers off;" in NGINX
    assert "proxy_set_header X-Forwarded-For $remote_addr;" in NGINX
    assert "proxy_set_header X-Forwarded-Proto $scheme;" in NGINX
    for name in ("X_Forwarded_For", "X_Forwarded_Proto"):
        assert f"request_header -{name}\n" in CADDY


def test_callers_who_wait_go_to_the_process_that_holds_them_and_to_the_web_server_while_it_is_away():
    named = re.search(r"location ~ (\S+) \{\s+proxy_pass http://agent_hiring_waiting;", NGINX)[1]
    caddy = re.search(r"@waiting path (.*)", CADDY)[1].split()
    for path in SERVED:
        if path not in PROBES:
            assert re.search(named, path)
            assert path in caddy
    for path in ("/api/event", "/api/events/stream/x", "/api/mcp/x", "/", "/api/bounties"):
        assert not re.search(named, path)
    assert set(caddy) < set(SERVED)
    assert re.search(
        r"upstream agent_hiring_waiting \{\s+server 127.0.0.1:8001;\s+server 127.0.0.1:8000 backup;", NGINX
    )
    assert "reverse_proxy @waiting {$WAITING:127.0.0.1:8001} {$WEB:127.0.0.1:8000} {" in CADDY
    assert "lb_policy first" in CADDY
    assert int(re.search(r"proxy_read_timeout (\d+)s", NGINX)[1]) > LONGEST


def test_the_longest_header_is_that_of_the_web_server():
    command = Web(None, {"HOST": "", "PORT": ""}, print).command()  # type: ignore[arg-type]
    longest = int(command[command.index("--http1-buffer-size") + 1])
    assert int(re.search(r"max_header_size (\d+)KB", CADDY)[1]) * 1000 <= longest


@pytest.mark.skipif(not shutil.which("nginx"), reason="no nginx here: its file is only compared")
def test_nginx_takes_its_file(tmp_path):
    key, certificate = tmp_path / "site.key", tmp_path / "site.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"),
            *("-subj", "/CN=market.example.org", "-keyout", key, "-out", certificate),
        ],
        check=True,
        capture_output=True,
    )
    site = NGINX.replace("/etc/ssl/market.example.org.pem", str(certificate))
    (tmp_path / "site.conf").write_text(site.replace("/etc/ssl/market.example.org.key", str(key)))
    whole = tmp_path / "nginx.conf"
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    folders = " ".join(f"{kind}_temp_path {tmp_path}/{kind};" for kind in kinds)
    whole.write_text(
        f"pid {tmp_path}/pid;\nevents {{}}\nhttp {{ access_log off; {folders} include {tmp_path}/site.conf; }}\n"
    )
    answer = subprocess.run(["nginx", "-t", "-c", whole], capture_output=True, text=True)
    assert answer.returncode == 0, answer.stderr


def caddy_is_new_enough() -> bool:
    if not shutil.which("caddy"):
        return False
    told = subprocess.run(["caddy", "version"], capture_output=True, text=True, check=True).stdout
    return tuple(map(int, re.findall(r"\d+", told)[:2])) >= (2, 10)


@pytest.mark.skipif(not caddy_is_new_enough(), reason="no Caddy 2.10 here: its file is only compared")
def test_caddy_takes_its_file():
    command = ["caddy", "validate", "--adapter", "caddyfile", "--config", locations.ROOT / "deploy" / "Caddyfile"]
    answer = subprocess.run(command, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stderr
