"""Bytes and texts spoilt by chance, as disks, networks, other programs and people spoil them."""

from __future__ import annotations

import random

NONSENSE = (
    "", " ", "-1", "0", "999999999999999999999999", "1e309", "NaN", "٣", "\u202e\ufffe",
    "<script>alert(1)</script>", "'; DROP TABLE event; --", "../../etc/passwd", "{{7*7}}%s%(x)s{0}", "ß" * 40,
    "👩‍👩‍👧", "x" * 3000, "A\u030a", "\x00", "\n", "=1+1", "@SUM(A1)", "true", "null", "[]", "{}", "\ud7ff", "ſ",
    "ı", "İ", "ﬁ", "\u2028", "\ufeff", "%00", "a..b", "::", "1970-01-01T00:00:00+00:00", "27.10.2024 00:30",
    "9999-12-31T23:59:59-23:59", "0,0", "-9999,9999", "H8", "Z99", "_",
)  # fmt: skip
"""What stands where something else should."""

_BYTES = (
    b"", b"\0", b"\xff", b"\0\0\0\0", b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff", b"\x80\0\0\0", b"\r\n", b"\n" * 50,
    b"[" * 2000, b"{" * 50, b"9" * 400, b"-", b".", b"\xef\xbb\xbf", b"\xff\xfe", b"PK\x03\x04", b"\xd8",
)  # fmt: skip
"""Pieces that often upset a reader."""


def spoilt(chance: random.Random, content: bytes) -> bytes:
    """A content with a few of its bytes flipped, lost, doubled, moved or replaced."""
    spoiled = bytearray(content)
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        at = chance.randrange(len(spoiled) + 1)
        reach = min(len(spoiled), at + chance.choice((1, 1, 4, 16, 200)))
        match chance.randrange(7):
            case 0 if at < len(spoiled):
                spoiled[at] ^= 1 << chance.randrange(8)
            case 1:
                del spoiled[at:reach]
            case 2:
                spoiled[at:at] = spoiled[at:reach] * chance.choice((1, 2, 50))
            case 3:
                spoiled[at:reach] = chance.choice(_BYTES)
            case 4:
                spoiled[at:reach] = chance.randbytes(reach - at)
            case 5:
                del spoiled[at:]
            case _:
                other = chance.randrange(len(spoiled) + 1)
                spoiled[at:reach] = spoiled[other : other + reach - at]
    return bytes(spoiled)


def garbled(chance: random.Random, text: str) -> str:
    """A text with a few of its words replaced by nonsense, or spoilt as bytes are."""
    if chance.random() < 0.5:
        return spoilt(chance, text.encode("utf-8", "surrogatepass")).decode("utf-8", "replace")
    words = text.split(" ")
    for _ in range(chance.choice((1, 1, 2, 5))):
        words[chance.randrange(len(words))] = nonsense(chance)
    return " ".join(words)


def nonsense(chance: random.Random) -> str:
    """A text that nobody expects."""
    if chance.random() < 0.7:
        return chance.choice(NONSENSE)
    signs = (chance.choice((chance.randrange(32, 127), chance.randrange(0xD7FF))) for _ in range(chance.randrange(20)))
    return "".join(map(chr, signs))
