"""STORAGE_URL: what it may say, and what becomes of everything else."""

from typing import Any

import pytest
from django.core.management import call_command
from pytest_django import Settings

from config.settings import reading, stores
from marketplace import apps

SECRET = "s3cret"


def read(monkeypatch: pytest.MonkeyPatch, url: str) -> dict[str, Any]:
    monkeypatch.setenv("STORAGE_URL", url)
    return stores.default("STORAGE_URL")


@pytest.mark.parametrize("url", ["", "  "])
def test_nothing_means_the_folder(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    assert read(monkeypatch, url) == {"BACKEND": "django.core.files.storage.FileSystemStorage"}


@pytest.mark.parametrize(
    ("url", "options"),
    [
        ("s3://my-bucket", {"bucket_name": "my-bucket", "location": ""}),
        ("s3://my-bucket/", {"bucket_name": "my-bucket", "location": ""}),
        ("s3://my-bucket?downloads=direct", {"bucket_name": "my-bucket", "location": "", "lends": True}),
        ("s3://my-bucket?downloads=through", {"bucket_name": "my-bucket", "location": "", "lends": False}),
        ("s3://my.bucket/a/b-c/", {"bucket_name": "my.bucket", "location": "a/b-c"}),
        (
            "s3://KEY:a%2Fb+c%3D@my-bucket/files?endpoint=http://minio:9000/&region=eu-central-1&addressing=path&timeout=30",
            {"bucket_name": "my-bucket", "location": "files", "access_key": "KEY", "secret_key": "a/b+c=",
             "endpoint_url": "http://minio:9000", "region_name": "eu-central-1", "addressing_style": "path", "timeout": 30},
        ),
    ],
)  # fmt: skip
def test_a_bucket_is_read_with_all_that_belongs_to_it(
    monkeypatch: pytest.MonkeyPatch, url: str, options: dict[str, Any]
) -> None:
    assert read(monkeypatch, url)["OPTIONS"] == options


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("/var/files", "does not begin with s3://"),
        ("https://bucket.example.org", "does not begin with s3://"),
        ("s3://", "names no bucket"),
        ("s3://My_Bucket", "names no bucket"),
        ("s3://b", "names no bucket"),
        (f"s3://KEY:{SECRET}/more@bucket", "malformed"),
        (f"s3://KEY:{SECRET}[@bucket", "malformed"),
        (f"s3://:{SECRET}@bucket", "both the key and its secret"),
        ("s3://KEY@bucket", "both the key and its secret"),
        ("s3://bucket/../other", "the prefix"),
        ("s3://bucket/a//b", "the prefix"),
        ("s3://bucket?acl=public-read", "'acl' is no option"),
        ("s3://bucket?region=a&region=b", "twice"),
        ("s3://bucket?region=", "the region"),
        ("s3://bucket?region=EU Central", "the region"),
        ("s3://bucket?addressing=dns", "addressing is auto, path or virtual"),
        ("s3://bucket?endpoint=minio:9000", "the endpoint"),
        ("s3://bucket?endpoint=https://objects.example.org/path", "the endpoint"),
        (f"s3://bucket?endpoint=https://KEY:{SECRET}@objects.example.org", "the endpoint"),
        ("s3://bucket?endpoint=https://objects.example.org:port", "malformed"),
        ("s3://bucket?downloads=public", "downloads are through (this service) or direct (from the store)"),
        ("s3://bucket?timeout=0", "timeout is a number of seconds from 1 to 60"),
        ("s3://bucket?timeout=61", "timeout is a number of seconds from 1 to 60"),
        ("s3://bucket?timeout=ten", "timeout is a number of seconds from 1 to 60"),
    ],
)
def test_what_can_not_be_meant_is_named_without_a_secret(monkeypatch: pytest.MonkeyPatch, url: str, says: str) -> None:
    with pytest.raises(reading.BadSetting) as refused:
        read(monkeypatch, url)

    said = str(refused.value)
    assert said.startswith("STORAGE_URL=") and says in said and "give an address like s3://" in said
    assert SECRET not in said


def test_credentials_are_looked_for_where_aws_does_and_their_lack_is_an_error(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    for name in ("AWS_CONFIG_FILE", "AWS_SHARED_CREDENTIALS_FILE"):
        monkeypatch.setenv(name, str(tmp_path / "none"))
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    assert apps.object_store_has_credentials() == [], "the folder needs none"

    settings.STORAGES = settings.STORAGES | {"default": read(monkeypatch, "s3://my-bucket")}
    [fault] = apps.object_store_has_credentials()
    assert fault.id == "marketplace.E007" and "my-bucket" in fault.msg
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "KEY")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", SECRET)
    assert apps.object_store_has_credentials() == []
    settings.STORAGES = settings.STORAGES | {"default": read(monkeypatch, f"s3://KEY:{SECRET}@my-bucket")}
    assert apps.object_store_has_credentials() == []


def test_temporary_credentials_of_the_environment_are_used_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    from marketplace.providers.objects import ObjectStore

    for name, value in (("ACCESS_KEY_ID", "KEY"), ("SECRET_ACCESS_KEY", SECRET), ("SESSION_TOKEN", "TOKEN")):
        monkeypatch.setenv(f"AWS_{name}", value)

    given = ObjectStore(**read(monkeypatch, "s3://my-bucket")["OPTIONS"])._create_session().get_credentials()

    assert (given.access_key, given.secret_key, given.token) == ("KEY", SECRET, "TOKEN")


def test_the_deploy_check_passes_with_an_object_store(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.STORAGES = settings.STORAGES | {"default": read(monkeypatch, f"s3://KEY:{SECRET}@my-bucket")}

    call_command("check", fail_level="WARNING")
