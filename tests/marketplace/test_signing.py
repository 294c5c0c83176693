"""The pure rules of signed identities, and the vectors that docs/api.md gives to whoever writes a client."""

import base64
from pathlib import Path

import pytest

from marketplace.core import signing
from tests.factories.identities import Signer

DOCS = Path(__file__).resolve().parents[2] / "docs" / "api.md"
SEED = bytes(range(32))
AT = "2026-12-01T18:00:00.000Z"
AGENT = "agent_a050837d85070582"
PUBLIC_KEY = "MCowBQYDK2VwAyEAA6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg="
VECTORS = {
    "register_identity": "/o/QB4hOoMs7tdwsKy8nKooSoQwky4jK95pbdQMzn6w8vT/t3Vgr8pbiRpJt8AIuT3AlsT9KOemjfgUd5LVTBg==",
    "create_bounty": "0Eu2CaPPorKNWrfq+JPnu7lASlhNg/XsEa9XCdGyxc42JjNt0ppI3mu2GEDxMcNE8pHUhu/MuKNrina2aEdRCA==",
    "message:cnv_01kfzgq1e8e3ptv6b1f2m4s7xz:Can you be there before nine? The shop opens at ni": (
        "JvcED8cYwC3Q+U7HFVCqWUvSuoQUIRmZg7YSfh6Czuav4SHfABxlzOMOLla+09G9rhEKsZDSns9FUIhZg7o4DQ=="
    ),
}


@pytest.mark.parametrize("action", VECTORS)
def test_the_vectors_of_the_documentation_fit(action: str) -> None:
    der, signature = signing.read_public_key(PUBLIC_KEY), signing.read_signature(VECTORS[action])
    page = DOCS.read_text()

    assert signing.agent_id(der) == Signer(SEED).agent_id == AGENT
    assert signing.verify(der, signature, signing.message(AT, AGENT, action))
    assert not signing.verify(der, signature, signing.message(AT, AGENT, action + "."))
    for text in (SEED.hex(), PUBLIC_KEY, AGENT, AT, action, VECTORS[action]):
        assert text in page, f"docs/api.md does not give {text}"


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("short", ["short"]),
        ("a" * 60, ["a" * 50]),
        ("é" * 60, ["é" * 50]),
        ("🦊" * 20, ["🦊" * 20]),
        ("🦊" * 60, ["🦊" * 50, "🦊" * 25]),
        ("a" + "🦊" * 60, ["a" + "🦊" * 49, "a" + "🦊" * 24 + "\ufffd"]),
        ("", [""]),
    ],
)
def test_the_beginning_is_counted_in_code_points_or_utf_16_units(content: str, expected: list[str]) -> None:
    assert signing.signed_prefixes(content) == expected


@pytest.mark.parametrize("text", ["", "%", "AAAA", PUBLIC_KEY[:-4], PUBLIC_KEY + "AAAA", "é", PUBLIC_KEY.replace("MCow", "MCox"),
                                  PUBLIC_KEY + "\n", " " + PUBLIC_KEY])  # fmt: skip
def test_what_is_no_ed25519_key_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"publicKey"):
        signing.read_public_key(text)


WEAK = [  # the encodings of all points of small order, canonical or not
    *("00" * 32, "01" + "00" * 31, "ec" + "ff" * 30 + "7f", "ed" + "ff" * 30 + "7f", "ee" + "ff" * 30 + "7f"),
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
]


@pytest.mark.parametrize("sign", [0, 0x80])
@pytest.mark.parametrize("point", WEAK)
def test_a_key_of_small_order_is_refused(point: str, sign: int) -> None:
    raw = bytearray.fromhex(point)
    raw[31] |= sign
    der = bytes.fromhex("302a300506032b6570032100") + bytes(raw)

    with pytest.raises(ValueError, match="weak"):
        signing.read_public_key(base64.b64encode(der).decode())
