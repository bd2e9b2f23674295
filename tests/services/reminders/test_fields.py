"""Every field of both tools with a wrong kind, nothing in it, too much, or something hostile."""

import pytest

from workbench.services.refusal import error_json

pytestmark = pytest.mark.req("REM-3")
NEW = {"prompt": "look", "due_at": "+1h"}
HOSTILE = [
    "'; DROP TABLE reminders; --",
    "\x1b[2J\x1b]0;x\x07",
    "\u202eevil",
    "[red]x[/red]",
    "a\x00b",
    "%_%",
    "\ufffe",
    "𐀀",
]
NOT_TEXT = [None, 0, 1.5, True, [], {}, ["x"], {"x": 1}]
NOT_TEXTS = [None, 0, True, "x", {}, [1], [None], ["a", True], [["a"]]]


def wrong_kinds():
    for field in ("account_id", "id", "prompt", "due_at"):
        yield from ((field, value) for value in NOT_TEXT)
    yield from (("subject", value) for value in NOT_TEXT if value is not None)
    yield from (("tags", value) for value in NOT_TEXTS)
    yield from (("completed", value) for value in (None, 0, 1, "true", "", [], {}))


@pytest.mark.parametrize(("field", "value"), [*wrong_kinds()])
def test_wrong_kinds_of_an_upsert(desk, field, value):
    error = desk.refused({**NEW, field: value})
    assert (error.code, error.field) == ("INVALID_ARGS", field)
    assert field in error.message
    assert set(error_json(error)) == {"code", "message", "field"}


@pytest.mark.parametrize(
    ("field", "value"),
    [(field, value) for field in ("account_id", "subject", "subject_prefix", "cursor") for value in NOT_TEXT]
    + [("tags", value) for value in NOT_TEXTS]
    + [("limit", value) for value in (None, 0, -1, 101, 1.5, True, "50", [], 10**30, float("inf"), float("nan"))],
)
@pytest.mark.req("REM-7")
def test_wrong_kinds_of_a_list(desk, field, value):
    error = desk.refused({field: value}, listing=True)
    assert (error.code, error.field) == ("INVALID_ARGS", field)


@pytest.mark.parametrize(
    "key", ["dueAt", "due", "user", "", "prompt ", "Prompt", "created_at", "$schema", "x" * 500, "\x1b"]
)
def test_unknown_keys(desk, key):
    for args, listing in (({**NEW, key: "x"}, False), ({key: "x"}, True)):
        error = desk.refused(args, listing=listing)
        assert error.code == "INVALID_ARGS"
        assert "accepted keys are account_id" in error.message
        assert "\x1b" not in error.message


@pytest.mark.parametrize("args", [None, [], "x", 3])
def test_arguments_that_are_no_object(desk, args):
    for call in (desk.service.upsert, desk.service.list_due):
        with pytest.raises(Exception, match="one object") as error:
            call(desk.me, args)
        assert error.value.code == "INVALID_ARGS"


@pytest.mark.req("REM-1")
def test_an_account_is_always_needed(desk):
    for call, args in ((desk.service.upsert, NEW), (desk.service.list_due, {})):
        with pytest.raises(Exception, match="account_id is missing") as error:
            call(desk.me, args)
        assert error.value.code == "INVALID_ARGS"


class TestPrompt:
    @pytest.mark.parametrize("sign", ["x", "ä", "€", "😀"])
    def test_counts_bytes(self, desk, sign):
        size = len(sign.encode())
        fits = sign * (8_192 // size) + "x" * (8_192 % size)
        assert desk.make(prompt=fits)["prompt"] == fits
        for over in (fits + "x", fits[:-1] + "xx" if size == 1 else fits + sign):
            error = desk.refused({**NEW, "prompt": over})
            assert (error.code, error.field) == ("prompt_too_long", "prompt")
            assert error.details == {"bytes": len(over.encode()), "limit": 8_192}

    @pytest.mark.parametrize("blank", ["", " ", "\n\t", "\u00a0\u3000\ufeff", "\u2028"])
    def test_blank(self, desk, blank):
        assert desk.refused({**NEW, "prompt": blank}).code == "invalid_prompt"

    @pytest.mark.parametrize("text", ["\ud800", "a\udfffb", "x\udc80"])
    def test_half_a_character(self, desk, text):
        error = desk.refused({**NEW, "prompt": text})
        assert error.code == "invalid_prompt"
        error.message.encode()

    @pytest.mark.parametrize("text", [*HOSTILE, " padded ", "two\nlines\r\n", "x" * 8_192])
    def test_is_kept_as_given(self, desk, text):
        made = desk.make(prompt=text)
        assert made["prompt"] == text
        assert desk.put({"id": made["id"]})["prompt"] == text


class TestSubject:
    @pytest.mark.parametrize("sign", ["x", "€", "😀"])
    def test_counts_characters(self, desk, sign):
        assert desk.make(subject=sign * 200)["subject"] == sign * 200
        error = desk.refused({**NEW, "subject": sign * 201})
        assert (error.code, error.details) == ("subject_too_long", {"characters": 201, "limit": 200})

    @pytest.mark.parametrize("bad", ["", "  ", "\ufeff", "\ud83d"])
    def test_refused(self, desk, bad):
        assert desk.refused({**NEW, "subject": bad}).code == "invalid_subject"
        for field in ("subject", "subject_prefix"):
            error = desk.refused({field: bad}, listing=True)
            assert (error.code, error.field) == ("invalid_subject", field)

    @pytest.mark.req("REM-7")
    def test_too_long_to_ask_for(self, desk):
        for field in ("subject", "subject_prefix"):
            assert desk.refused({field: "x" * 201}, listing=True).code == "subject_too_long"

    @pytest.mark.parametrize("text", HOSTILE)
    @pytest.mark.req("REM-7")
    def test_is_kept_and_found_as_given(self, desk, text):
        made = desk.make(subject=text)
        desk.make(subject=text + "x")
        desk.make(subject="x" + text)
        desk.make()
        desk.now += 3_600_000
        assert made["subject"] == text
        assert desk.due_ids({"subject": text}) == [made["id"]]
        assert len(desk.due_ids({"subject_prefix": text})) == 2
        assert len(desk.everything()) == 4


class TestTags:
    def test_trimmed_and_each_once(self, desk):
        assert desk.make(tags=[" b ", "a", "b", "A", "a\u3000"])["tags"] == ["b", "a", "A"]

    @pytest.mark.parametrize("sign", ["x", "€", "😀"])
    def test_limits(self, desk, sign):
        most = [f"{number:02d}" + sign * 62 for number in range(20)]
        assert desk.make(tags=most)["tags"] == most
        assert desk.make(tags=[*most, f" {most[0]} "])["tags"] == most
        for bad in ([*most, "one more"], [sign * 65]):
            error = desk.refused({**NEW, "tags": bad})
            assert (error.code, error.field) == ("invalid_tags", "tags")

    @pytest.mark.parametrize("tag", ["", " ", "\ufeff", "a\x1fb", "a\nb", "\x00", "\x1b[0m", "\x7f", "\ud800"])
    def test_refused(self, desk, tag):
        assert desk.refused({**NEW, "tags": ["fine", tag]}).code == "invalid_tags"
        assert desk.refused({"tags": ["fine", tag]}, listing=True).code == "invalid_tags"

    @pytest.mark.req("REM-7")
    @pytest.mark.parametrize("tag", ["','", '","', "%", "_", "a,b", '"', "\\", "[red]", "\u202e"])
    def test_found_as_given_and_nothing_else(self, desk, tag):
        made = desk.make(tags=["a", tag])
        desk.make(tags=["a", "b", "x" + tag, tag + "x"])
        desk.now += 3_600_000
        assert made["tags"] == ["a", tag]
        assert desk.due_ids({"tags": [tag]}) == [made["id"]]


class TestId:
    @pytest.mark.parametrize("length", [1, 6, 64])
    def test_accepted(self, desk, length):
        chosen = "arem_" + "aZ9"[length % 3] * length
        desk.put(NEW, made_id=chosen)
        assert desk.put({"id": chosen})["id"] == chosen

    @pytest.mark.parametrize(
        "bad",
        [
            *("", "arem_", "arem_" + "a" * 65, "AREM_abc", "arem-abc", " arem_abc", "arem_abc\n", "arem_a_b", "arem_ä"),
            *("x", "arem_a'--", "arem_\x00", "arem_١", "\ud800"),
        ],
    )
    def test_refused(self, desk, bad):
        error = desk.refused({"id": bad})
        assert (error.code, error.field) == ("invalid_id", "id")
