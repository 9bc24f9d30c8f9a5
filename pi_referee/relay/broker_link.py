"""Where the broker is and who we are to it, and a connection to it that says in words why it cannot be had."""

from __future__ import annotations

import ssl
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from pi_referee.errors import RefereeError

PORT, SAFE_PORT = 1883, 8883
"""MQTT's own ports, plain and over TLS."""

WINDOW = 20
"""Messages that may be on their way at once: what Mosquitto takes of one client, unless it is told otherwise."""

_KEEPALIVE = 20
"""Seconds; a table whose plug was pulled is told to be gone after one and a half times as long."""

_PATIENCE = 5.0
"""Seconds for a connection to be made, and to be greeted."""


class BrokerError(RefereeError, OSError):
    """The broker cannot be reached, or does not want us."""


@dataclass(frozen=True, slots=True)
class Broker:
    """A broker. authority: file of the certificate that its own is signed by; with none the way is not encrypted."""

    host: str = "localhost"
    port: int = PORT
    user: str = ""
    password: str = ""
    authority: Path | None = None

    def __str__(self) -> str:
        """Where it is, without the password."""
        return f"{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Will:
    """What the broker tells for us when we are gone without a word; it is kept."""

    topic: str
    payload: str


class Link:
    """One connection, from greeting to loss; whatever it tells is told within `turn`, in its caller's thread."""

    def __init__(self, broker: Broker, name: str, will: Will | None = None) -> None:
        """Connect and wait for the greeting; raises BrokerError. name: by which the broker knows us, one link each."""
        self._broker = broker
        self._greeting: ReasonCode | None = None
        self._lost = ""
        self.on_message: Callable[[str, bytes], None] = lambda _topic, _payload: None
        self.on_sent: Callable[[int], None] = lambda _number: None
        self._refused = ""
        self._client = self._made(name, will)
        self._greeted()

    def subscribe(self, *topics: str) -> None:
        """Hear of these topics, at least once each message."""
        for topic in topics:
            self._client.subscribe(topic, qos=1)

    def publish(self, topic: str, payload: bytes | str, *, is_kept: bool = False) -> int:
        """Send a message; its number, by which `on_sent` tells that the broker has it."""
        return self._client.publish(topic, payload, qos=1, retain=is_kept).mid

    def turn(self, seconds: float) -> None:
        """Do what is to be done, waiting so long for it at most; raises BrokerError when the link is lost."""
        code = self._client.loop(seconds)
        if self._refused:
            raise self._trouble(self._refused, "See what this user may do there (pi-referee.acl, docs/hall.md).")
        if code is not MQTTErrorCode.MQTT_ERR_SUCCESS or self._lost:
            raise self._trouble(self._lost or "The link to the broker is lost.", "It is tried again by itself.")

    def close(self) -> None:
        """Take leave; what is on its way may be lost. The broker tells our last will, if we have one."""
        self._client.disconnect(ReasonCode(PacketTypes.DISCONNECT, "Disconnect with will message"))

    def _made(self, name: str, will: Will | None) -> Client:
        """A client that has been told everything, and calls us back."""
        client = Client(CallbackAPIVersion.VERSION2, client_id=name, protocol=MQTTProtocolVersion.MQTTv5)
        client.connect_timeout = _PATIENCE
        client.max_inflight_messages_set(WINDOW)
        if self._broker.user:
            client.username_pw_set(self._broker.user, self._broker.password)
        if self._broker.authority is not None:
            client.tls_set_context(_context(self._broker.authority))
        if will is not None:
            client.will_set(will.topic, will.payload, qos=1, retain=True)
        client.on_connect = self._connected
        client.on_disconnect = self._disconnected
        client.on_publish = self._published
        client.on_message = self._heard
        return client

    def _greeted(self) -> None:
        """Wait until the broker has answered."""
        try:
            self._client.connect(self._broker.host, self._broker.port, _KEEPALIVE, properties=_session())
            waited = 0.0
            while self._greeting is None and waited < _PATIENCE:
                if self._client.loop(0.1) is not MQTTErrorCode.MQTT_ERR_SUCCESS:
                    break
                waited += 0.1
        except (OSError, ValueError) as error:
            cure = "See that it runs, and that its name and port are right; it is tried again by itself."
            raise self._trouble(f"The broker cannot be reached ({error}).", cure) from error
        if self._greeting is None or self._greeting.is_failure:
            said = self._greeting or self._lost or "it does not answer"
            raise self._trouble(f"The broker does not let us in ({said}).", "See user, password and certificate.")

    def _connected(self, _client: Client, _data: object, _flags: object, code: ReasonCode, _more: object) -> None:
        self._greeting = code

    def _disconnected(self, _client: Client, _data: object, _flags: object, code: ReasonCode, _more: object) -> None:
        self._lost = f"The link to the broker is lost ({code})."

    def _published(self, _client: Client, _data: object, number: int, code: ReasonCode, _more: object) -> None:
        if code.is_failure:
            self._refused = f"The broker does not take what we send ({code})."
        self.on_sent(number)

    def _heard(self, _client: Client, _data: object, message: MQTTMessage) -> None:
        self.on_message(message.topic, bytes(message.payload))

    def _trouble(self, what: str, cure: str) -> BrokerError:
        return BrokerError(what, where=str(self._broker), cure=cure)


def _session() -> Properties:
    """No session is kept for us: what is lacking is known here, and asked for."""
    properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]  # paho's own
    properties.SessionExpiryInterval = 0
    return properties


def _context(authority: Path) -> ssl.SSLContext:
    """How certificates are looked at: the broker's must be signed by this authority, and bear the host's name.

    Raises BrokerError if the file cannot be used.
    """
    try:
        return ssl.create_default_context(cafile=str(authority))
    except (OSError, ssl.SSLError) as error:
        cure = "Copy ca.crt from the broker's machine to this place."
        raise BrokerError(f"The certificate cannot be used ({error}).", where=str(authority), cure=cure) from error
