"""The certificate of a server: made once, kept, and good for TLS 1.3."""

from __future__ import annotations

import hashlib
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec

from cardkit.netgame import Reason, Refused
from cardkit.server import certificate as module
from cardkit.server.certificate import Certificate, ensure_certificate, server_context

NOW = datetime(2030, 2, 28, 12, tzinfo=UTC)


def read(certificate: Certificate) -> x509.Certificate:
    return x509.load_pem_x509_certificate(certificate.path_cert.read_bytes())


def refusal(folder: Path) -> Refused:
    with pytest.raises(Refused) as caught:
        ensure_certificate(folder, NOW)
    assert caught.value.reason == Reason.BAD_KEY
    return caught.value


def test_the_first_start_makes_a_certificate_and_the_next_keeps_it(tmp_path: Path) -> None:
    first = ensure_certificate(tmp_path, NOW)
    assert first.path_key.stat().st_mode & 0o777 == 0o600
    assert ensure_certificate(tmp_path, NOW + timedelta(days=9999)) == first
    assert sorted(tmp_path.iterdir()) == sorted([first.path_cert, first.path_key])


def test_its_fingerprint_is_that_of_the_bytes_on_the_wire(tmp_path: Path) -> None:
    certificate = ensure_certificate(tmp_path, NOW)
    der = ssl.PEM_cert_to_DER_cert(certificate.path_cert.read_text())
    assert certificate.fingerprint == hashlib.sha256(der).hexdigest()


def test_it_names_this_host_and_lasts_ten_years(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "card-room")
    made = read(ensure_certificate(tmp_path, NOW))
    names = made.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert names.get_values_for_type(x509.DNSName) == ["localhost", "card-room"]
    assert [str(ip) for ip in names.get_values_for_type(x509.IPAddress)] == ["127.0.0.1", "::1"]
    assert made.not_valid_before_utc < NOW
    assert made.not_valid_after_utc >= NOW.replace(year=2040)
    assert isinstance(made.public_key(), ec.EllipticCurvePublicKey)
    made.verify_directly_issued_by(made)


@pytest.mark.parametrize("host", ["", "localhost", "大富豪"])
def test_a_host_without_a_name_of_its_own_is_localhost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: host)
    made = read(ensure_certificate(tmp_path, NOW))
    names = made.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert names.get_values_for_type(x509.DNSName) == ["localhost"]


def test_a_start_that_was_cut_short_is_made_up_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(module, "_self_signed", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            ensure_certificate(tmp_path, NOW)
    key = (tmp_path / "certificate.key").read_bytes()
    certificate = ensure_certificate(tmp_path, NOW)
    assert certificate.path_key.read_bytes() == key
    server_context(certificate)


# --- damage --------------------------------------------------------------------------------------


@pytest.mark.parametrize("damage", [b"", b"\xff", b"-----BEGIN CERTIFICATE-----\nAAAA\n"])
def test_a_damaged_certificate_says_which_file_to_remove(tmp_path: Path, damage: bytes) -> None:
    path = ensure_certificate(tmp_path, NOW).path_cert
    path.write_bytes(damage)
    assert f"{path} is no certificate; remove it" in refusal(tmp_path).text()
    path.unlink()
    server_context(ensure_certificate(tmp_path, NOW))


@pytest.mark.parametrize("damage", [None, b"", b"\xff", b"-----BEGIN PRIVATE KEY-----\nAAAA\n"])
def test_a_damaged_or_lost_key_says_which_files_to_remove(
    tmp_path: Path, damage: bytes | None
) -> None:
    made = ensure_certificate(tmp_path, NOW)
    made.path_key.unlink()
    if damage is not None:
        made.path_key.touch(0o600)
        made.path_key.write_bytes(damage)
    text = refusal(tmp_path).text()
    assert f"{made.path_key} is not the key of {made.path_cert}" in text
    assert "remove both" in text
    made.path_cert.unlink()
    made.path_key.unlink(missing_ok=True)
    server_context(ensure_certificate(tmp_path, NOW))


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o660, 0o606])
def test_a_key_that_others_can_read_is_refused(tmp_path: Path, mode: int) -> None:
    path = ensure_certificate(tmp_path, NOW).path_key
    path.chmod(mode)
    assert f"chmod 600 {path}" in refusal(tmp_path).text()
    path.chmod(0o600)
    server_context(ensure_certificate(tmp_path, NOW))


def test_the_key_of_another_certificate_is_refused(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / name).mkdir()
    one, other = (ensure_certificate(tmp_path / name, NOW) for name in "ab")
    one.path_key.write_bytes(other.path_key.read_bytes())
    assert "is not the key of" in refusal(tmp_path / "a").text()
    with pytest.raises(Refused, match="cannot be used") as caught:
        server_context(one)
    assert caught.value.reason == Reason.BAD_KEY


def test_without_a_folder_there_is_no_certificate(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="No such file"):
        ensure_certificate(tmp_path / "nowhere", NOW)


# --- TLS -----------------------------------------------------------------------------------------


def shake_hands(server: ssl.SSLContext, client: ssl.SSLContext, host: str) -> ssl.SSLObject:
    """A handshake in memory; gives the client's end."""
    up, down = ssl.MemoryBIO(), ssl.MemoryBIO()
    ends = [
        client.wrap_bio(down, up, server_hostname=host),
        server.wrap_bio(up, down, server_side=True),
    ]
    waiting = list(ends)
    for _ in range(10):
        for end in list(waiting):
            try:
                end.do_handshake()
                waiting.remove(end)
            except ssl.SSLWantReadError:
                pass
    assert not waiting
    return ends[0]


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "::1"])
def test_a_client_that_trusts_the_certificate_speaks_tls_1_3(tmp_path: Path, host: str) -> None:
    certificate = ensure_certificate(tmp_path, datetime.now(UTC))
    client = ssl.create_default_context(cafile=certificate.path_cert)
    end = shake_hands(server_context(certificate), client, host)
    assert end.version() == "TLSv1.3"
    der = end.getpeercert(binary_form=True)
    assert der is not None
    assert hashlib.sha256(der).hexdigest() == certificate.fingerprint


def test_older_tls_is_refused(tmp_path: Path) -> None:
    certificate = ensure_certificate(tmp_path, datetime.now(UTC))
    client = ssl.create_default_context(cafile=certificate.path_cert)
    client.maximum_version = ssl.TLSVersion.TLSv1_2
    with pytest.raises(ssl.SSLError):
        shake_hands(server_context(certificate), client, "localhost")
