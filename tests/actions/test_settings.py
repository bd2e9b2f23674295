"""The settings file: what it may say, how a wrong one is refused, and that the first one is written once."""

import os

import pytest

from workbench.actions.settings import FIRST_SETTINGS, Settings, choose_zone, ensure_settings, read_settings
from workbench.errors import UsageError


def test_without_a_file_everything_has_its_default(tmp_path):
    settings = read_settings(tmp_path / "settings.toml")
    assert settings == Settings()
    assert settings.zone is None
    assert settings.agent.turn_seconds == 0


def test_the_first_file_says_the_defaults_with_comments(tmp_path):
    file = tmp_path / "home" / "settings.toml"
    ensure_settings(file)
    assert read_settings(file) == Settings()
    assert file.read_text(encoding="utf-8") == FIRST_SETTINGS
    for key in ("user", "account", "zone", "scopes", "quota", "access_profile", "turn_seconds", "model"):
        assert f"\n{key} = " in FIRST_SETTINGS or f"\n# {key} = " in FIRST_SETTINGS


def test_a_file_that_is_there_is_never_written(tmp_path):
    file = tmp_path / "settings.toml"
    file.write_text('zone = "Europe/Berlin"\n', encoding="utf-8")
    ensure_settings(file)
    assert file.read_text(encoding="utf-8") == 'zone = "Europe/Berlin"\n'


def test_all_keys_are_read(tmp_path):
    file = tmp_path / "settings.toml"
    file.write_text(
        'user = "ann"\naccount = "acme"\nzone = "asia/kathmandu"\nscopes = ["bench"]\nquota = 0\n'
        'access_profile = "gated"\n[agent]\nturn_seconds = 1.5\n',
        encoding="utf-8",
    )
    settings = read_settings(file)
    assert (settings.user, settings.account, settings.zone) == ("ann", "acme", "Asia/Kathmandu")
    assert (settings.scopes, settings.quota, settings.access_profile) == (["bench"], 0, "gated")
    assert settings.agent.turn_seconds == 1.5


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("zones = 1", "unknown key 'zones'; accepted: user, account, zone"),
        ("zone = 1", "zone: expected text, got a whole number"),
        ('zone = "CET"', "zone: unknown time zone"),
        ('zone = "Mars/Olympus"', "zone: unknown time zone"),
        ('user = ""', "user"),
        ("quota = -1", "quota"),
        ("quota = true", "quota: expected a whole number, got true or false"),
        ('scopes = "bench"', "scopes: expected a list, got text"),
        ('access_profile = "root"', "accepted: full, gated"),
        ("agent = 1", "agent: expected a table"),
        ("[agent]\nturn = 1", "[agent] unknown key 'turn'; accepted: turn_seconds"),
        ("[agent]\nturn_seconds = 90000", "turn_seconds"),
        ("zone = ", "Invalid value"),
        (b"\xff", "not UTF-8"),
    ],
)
def test_a_wrong_file_is_refused_with_file_key_and_what_is_accepted(text, said, tmp_path):
    file = tmp_path / "settings.toml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(UsageError) as caught:
        read_settings(file)
    assert caught.value.code == "invalid_settings"
    assert said in caught.value.message
    assert str(file) in caught.value.message


def test_a_folder_in_place_of_the_file_is_refused(tmp_path):
    file = tmp_path / "settings.toml"
    file.mkdir()
    with pytest.raises(UsageError) as caught:
        read_settings(file)
    assert caught.value.code == "invalid_settings"


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write anywhere")
def test_a_folder_that_cannot_be_written_is_said(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(UsageError) as caught:
        ensure_settings(tmp_path / "home" / "settings.toml")
    assert caught.value.code == "not_writable"


def test_a_file_in_place_of_the_folder_is_said(tmp_path):
    (tmp_path / "home").write_text("", encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        ensure_settings(tmp_path / "home" / "settings.toml")
    assert caught.value.code == "not_writable"


@pytest.mark.parametrize(
    ("option", "env", "setting", "chosen"),
    [
        (None, {}, None, None),
        (None, {}, "Europe/Berlin", "Europe/Berlin"),
        (None, {"WORKBENCH_ZONE": "Asia/Tokyo"}, "Europe/Berlin", "Asia/Tokyo"),
        (None, {"WORKBENCH_ZONE": ""}, "Europe/Berlin", "Europe/Berlin"),
        ("UTC", {"WORKBENCH_ZONE": "Asia/Tokyo"}, "Europe/Berlin", "UTC"),
        ("america/new_york", {}, None, "America/New_York"),
        (None, {"TZ": "Asia/Tokyo"}, None, None),
    ],
)
def test_the_zone_is_chosen_by_option_environment_settings_and_never_by_the_host(option, env, setting, chosen):
    assert choose_zone(option, env, Settings(zone=setting)) == chosen


@pytest.mark.parametrize(("option", "env"), [("CET", {}), (None, {"WORKBENCH_ZONE": "../UTC"})])
def test_a_wrong_zone_says_where_it_came_from(option, env):
    with pytest.raises(UsageError) as caught:
        choose_zone(option, env, Settings())
    assert caught.value.code == "invalid_time_zone"
    assert caught.value.message.startswith("--zone" if option else "WORKBENCH_ZONE")
