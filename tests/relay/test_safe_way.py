"""The way to the broker over TLS, with the installer's settings: only to the broker whose certificate is known."""

from __future__ import annotations

import gc
import subprocess
from dataclasses import replace
from pathlib import Path
from shutil import which

import pytest

from benches.hall.mosquitto import Mosquitto
from pi_referee.relay.broker_link import BrokerError, Link
from tests.programs import MOSQUITTO, free_port

pytestmark = pytest.mark.skipif(None in {MOSQUITTO, which("openssl")}, reason="Mosquitto or openssl is not here")


def certificate(folder: Path, name: str, *signed_by: str) -> None:
    """A key and a certificate that is good for this machine, in a folder."""
    files = ("-keyout", str(folder / f"{name}.key"), "-out", str(folder / f"{name}.crt"))
    names = ("-subj", f"/CN={name}", "-addext", "subjectAltName=IP:127.0.0.1")
    kind = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2")
    subprocess.run(["openssl", "req", "-x509", *kind, *names, *files, *signed_by], check=True, capture_output=True)


@pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")  # paho leaves a socket that was refused to Python
def test_only_the_brokers_own_authority_opens_the_way(tmp_path: Path) -> None:
    """A table with the house's certificate comes in; one that knows another does not, nor one that knows none."""
    kept = tmp_path / "pi-referee-certificates"
    kept.mkdir()
    certificate(kept, "ca")
    certificate(kept, "stranger")
    certificate(kept, "server", "-CA", str(kept / "ca.crt"), "-CAkey", str(kept / "ca.key"))
    port = free_port()
    with Mosquitto(tmp_path, {"table-1": "lets me in"}, free_port(), safe_port=port) as mosquitto:
        broker = replace(mosquitto.broker("table-1"), port=port, authority=kept / "ca.crt")
        Link(broker, "known").close()
        for authority in (kept / "stranger.crt", None, tmp_path / "nowhere.crt"):
            with pytest.raises(BrokerError):
                Link(replace(broker, authority=authority), "unknown")
            gc.collect()
