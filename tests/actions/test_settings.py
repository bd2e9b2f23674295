"""The settings file: what it may say, how a wrong one is refused, and that the first one is written once."""

import os

import pytest

from workbench.actions.commands import BY_ID
from workbench.actions.looks import Looks, choose_looks
from workbench.actions.settings import (
    FIRST_SETTINGS,
    AgentSettings,
    Settings,
    choose_zone,
    ensure_settings,
    read_settings,
)
from workbench.errors import UsageError
from workbench.text.tomltext import keys_of


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
    for key in keys_of(Settings) + keys_of(AgentSettings) + tuple(BY_ID):
        assert any(f"\n{begin}" in FIRST_SETTINGS for begin in (f"{key} = ", f"# {key} = ", f"[{key}]")), key


def test_the_commented_keys_may_be_uncommented_one_by_one(tmp_path):
    file = tmp_path / "settings.toml"
    head, _, commands = FIRST_SETTINGS.partition("[keys]\n")
    for line in filter(lambda line: " = " in line, commands.splitlines()):
        file.write_text(f"{head}[keys]\n{line.removeprefix('# ')}\n", encoding="utf-8")
        assert read_settings(file) == Settings(), line


def test_a_file_that_is_there_is_never_written(tmp_path):
    file = tmp_path / "settings.toml"
    file.write_text('zone = "Europe/Berlin"\n', encoding="utf-8")
    ensure_settings(file)
    assert file.read_text(encoding="utf-8") == 'zone = "Europe/Berlin"\n'


def test_all_keys_are_read(tmp_path):
    file = tmp_path / "settings.toml"
    file.write_text(
        'user = "ann"\naccount = "acme"\nzone = "asia/kathmandu"\nscopes = ["bench"]\nquota = 0\n'
        'access_profile = "gated"\ntheme = "nord"\nascii = true\nplay_rate = 600\n[agent]\nturn_seconds = 1.5\n'
        '[keys]\ntime.next = "N"\n"agent.say" = "%"\n',
        encoding="utf-8",
    )
    settings = read_settings(file)
    assert (settings.user, settings.account, settings.zone) == ("ann", "acme", "Asia/Kathmandu")
    assert (settings.scopes, settings.quota, settings.access_profile) == (["bench"], 0, "gated")
    assert settings.agent.turn_seconds == 1.5
    assert (settings.theme, settings.ascii, settings.play_rate) == ("nord", True, 600)
    assert settings.keys == {"time.next": "N", "agent.say": "%"}


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
        ("theme = 5", "theme: expected text"),
        ('ascii = "yes"', "ascii: expected true or false"),
        ("play_rate = 0", "play_rate"),
        ("play_rate = 90000", "play_rate"),
        ("keys = 1", "keys: expected a table"),
        ("[keys]\ntime.next = 1", "[keys] time.next: expected a key as text"),
        ('[keys]\ntime.nxt = "x"', "[keys] there is no command 'time.nxt'; did you mean time.next?"),
        ('[keys]\ntime.next = "ctrl+n"', "[keys] time.next: 'ctrl+n' is no plain key"),
        ('[keys]\ntime.next = "a"', "[keys] time.next and time.advance would both have 'a'"),
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


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_in_place_of_the_file_is_refused_at_once(tmp_path):
    file = tmp_path / "settings.toml"
    os.mkfifo(file)
    with pytest.raises(UsageError) as caught:
        read_settings(file)
    assert caught.value.code == "invalid_settings"
    assert "no regular file" in caught.value.message


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="there are no devices here")  # noqa: PTH110
def test_a_device_in_place_of_the_file_is_refused(tmp_path):
    file = tmp_path / "settings.toml"
    file.symlink_to("/dev/zero")
    with pytest.raises(UsageError) as caught:
        read_settings(file)
    assert "no regular file" in caught.value.message


def test_a_file_with_a_mark_before_its_text_is_read(tmp_path):
    file = tmp_path / "settings.toml"
    file.write_bytes(b'\xef\xbb\xbfuser = "ann"\n')
    assert read_settings(file).user == "ann"


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


@pytest.mark.req("TUI-6")
@pytest.mark.parametrize(
    ("option", "env", "setting", "chosen"),
    [
        (None, {}, None, None),
        (None, {}, True, True),
        (None, {"WORKBENCH_ASCII": "1"}, None, True),
        (None, {"WORKBENCH_ASCII": "0"}, True, False),
        (None, {"WORKBENCH_ASCII": ""}, True, True),
        (False, {"WORKBENCH_ASCII": "1"}, True, False),
        (True, {"WORKBENCH_ASCII": "0"}, False, True),
    ],
)
def test_ascii_is_chosen_by_option_environment_and_settings(option, env, setting, chosen):
    assert choose_looks(None, env, Settings(ascii=setting), only_ascii=option).only_ascii is chosen


def test_another_value_of_the_variable_is_refused():
    with pytest.raises(UsageError) as caught:
        choose_looks(None, {"WORKBENCH_ASCII": "yes"}, Settings(), only_ascii=None)
    assert caught.value.code == "invalid_option"
    assert caught.value.message == "WORKBENCH_ASCII=yes is no switch; accepted: 1, 0"


@pytest.mark.req("TUI-6")
def test_a_theme_says_where_it_came_from():
    settings = Settings(theme="nord", play_rate=7, keys={"time.next": "N"})
    assert choose_looks("dracula", {}, settings, only_ascii=None) == Looks(
        "dracula", play_rate=7, keys={"time.next": "N"}
    )
    assert choose_looks(None, {}, settings, only_ascii=None).theme == "nord"
    assert choose_looks(None, {}, settings, only_ascii=None).theme_from == "theme in the settings"
    assert choose_looks(None, {}, Settings(), only_ascii=None) == Looks(theme_from="theme in the settings")
