"""nginx and HAProxy, run with the files of deploy/, on ports of their own and with a certificate for localhost."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from grp import getgrgid
from pathlib import Path
from pwd import getpwuid
from socket import create_connection
from time import monotonic, sleep

import pytest

from ..server.test_metrics import free_port

DEPLOY = Path(__file__).parents[2] / "deploy"
NGINX = """
daemon off;
user {user} {group};
pid {folder}/nginx.pid;
error_log {folder}/proxy.log;
worker_processes 1;
events {{ worker_connections 512; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/tempolude.conf;
}}
"""


def certificate(folder: Path) -> Path:
    """Write a certificate for localhost, its key, and both in one file; return the path of the certificate."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed: no certificate can be made")
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-days", "2", "-nodes"]
    files = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
    subprocess.run(["openssl", "req", "-x509", *kind, *names, *files], check=True, capture_output=True)
    both = (folder / "fullchain.pem").read_text() + (folder / "privkey.pem").read_text()
    (folder / "tempolude.pem").write_text(both)
    return folder / "fullchain.pem"


def nginx(folder: Path, http: int, https: int, servers: list[int], _: int) -> list[str]:
    """The command that runs nginx with our file in front of these servers."""
    text = (DEPLOY / "nginx" / "tempolude.conf").read_text()
    text = text.replace("games.example", "localhost").replace("/etc/letsencrypt/live/localhost", str(folder))
    text = text.replace("/var/www/html", str(folder / "html"))
    text = re.sub(r"listen \[::\].*\n", "", text).replace("listen 80;", f"listen 127.0.0.1:{http};")
    text = text.replace("listen 443", f"listen 127.0.0.1:{https}")
    line = re.compile(r"^( *)(?:# )?server 1[\d.]+:8053 (.*)$", re.MULTILINE)
    left = iter(servers)
    text = line.sub(lambda m: f"{m[1]}server 127.0.0.1:{port} {m[2]}" if (port := next(left, 0)) else "", text)
    (folder / "tempolude.conf").write_text(text)
    (folder / "nginx.conf").write_text(
        NGINX.format(folder=folder, user=getpwuid(os.getuid()).pw_name, group=getgrgid(os.getgid()).gr_name)
    )
    return ["-c", str(folder / "nginx.conf"), "-e", str(folder / "proxy.log")]


def haproxy(folder: Path, http: int, https: int, servers: list[int], challenges: int) -> list[str]:
    """The command that runs HAProxy with our file in front of these servers."""
    text = (DEPLOY / "haproxy" / "haproxy.cfg").read_text()
    text = re.sub(r"^    (log /dev/log.*|user .*|group .*|daemon)\n", "", text, flags=re.MULTILINE)
    text = text.replace("/etc/haproxy", str(folder)).replace("maxconn 8000", "maxconn 400")
    text = text.replace("bind :80\n", f"bind 127.0.0.1:{http}\n").replace("bind :443", f"bind 127.0.0.1:{https}")
    text = text.replace("127.0.0.1:8402", f"127.0.0.1:{challenges}")
    line = re.compile(r"^( *)(?:# )?(server \w+) 1[\d.]+:8053$", re.MULTILINE)
    left = iter(servers)
    text = line.sub(lambda m: f"{m[1]}{m[2]} 127.0.0.1:{port}" if (port := next(left, 0)) else "", text)
    (folder / "haproxy.cfg").write_text(text)
    return ["-db", "-f", str(folder / "haproxy.cfg")]


PROXIES = {"nginx": nginx, "haproxy": haproxy}


@contextmanager
def proxy(name: str, folder: Path, servers: list[int], challenges: int = 9) -> Iterator[tuple[str, str]]:
    """The HTTP and HTTPS addresses of a proxy in front of servers, and of certbot, at these ports."""
    program = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin")  # where Debian has it
    if program is None:
        pytest.skip(f"{name} is not installed")
    http, https = free_port(), free_port()
    command = PROXIES[name](folder, http, https, servers, challenges)
    with (folder / "output").open("wb") as output:
        process = subprocess.Popen([program, *command], stdout=output, stderr=output)
    try:
        wait_for(https, process, folder / "output")
        yield f"http://localhost:{http}", f"https://localhost:{https}"
    finally:
        process.terminate()
        process.wait(20)


def wait_for(port: int, process: subprocess.Popen[bytes], output: Path) -> None:
    end = monotonic() + 20
    while monotonic() < end and process.poll() is None:
        try:
            create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            sleep(0.05)
        else:
            return
    pytest.fail(f"the proxy does not listen: {output.read_text()}")
