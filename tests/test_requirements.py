"""Every clause that is not planned has a test, and every test names only clauses that there are."""

import pytest

from support.repo import TESTS, shown, sources
from support.requirements import claims, read_manifest

MANIFEST = TESTS / "requirements.toml"
# How many clauses each page numbers; a page that grows must grow the manifest.
NUMBERED = {"SCH": 33, "LOG": 19, "BEN": 17, "TUI": 10, "REM": 9, "REQ": 9, "TODO": 9, "NET": 4}


def all_claims():
    return [(claim, f"{shown(path.parent)}/{claim.place}") for path in sources(TESTS) for claim in claims(path)]


def test_the_manifest_lists_every_clause_once():
    expected = {f"{prefix}-{number}" for prefix, last in NUMBERED.items() for number in range(1, last + 1)}
    assert set(read_manifest(MANIFEST)) == expected


def test_every_clause_has_a_test():
    proved = {name for claim, _ in all_claims() if not claim.fault for name in claim.ids}
    missing = [
        f"{clause.id}: {clause.says}"
        for clause in read_manifest(MANIFEST).values()
        if not clause.planned and clause.id not in proved
    ]
    assert not missing, "no test proves\n" + "\n".join(missing)


def test_every_marker_names_listed_clauses():
    known = read_manifest(MANIFEST)
    wrong = [f"{place}: {claim.fault}" for claim, place in all_claims() if claim.fault]
    wrong += [f"{place}: no clause {name}" for claim, place in all_claims() for name in claim.ids if name not in known]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("A-1 = {}", "says nothing"),
        ('A-1 = { says = " " }', "says nothing"),
        ('A-1 = { says = "x", planned = false }', "accepted are"),
        ('A-1 = { says = "x", planned_part = "" }', "accepted are"),
        ('A-1 = { says = "x", planed = true }', "accepted are"),
        ('A-1 = { says = "x", planned = true, planned_part = "y" }', "not both"),
        ('A-1 = { says = "x" }\n[other]\nA-1 = { says = "y" }', "listed twice"),
    ],
)
def test_a_malformed_entry_is_refused(tmp_path, entry, said):
    path = tmp_path / "requirements.toml"
    path.write_text(f"[page]\n{entry}\n", encoding="utf-8")
    with pytest.raises(ValueError, match=said):
        read_manifest(path)


@pytest.mark.parametrize(
    ("file_name", "code", "ids", "fault"),
    [
        ("test_x.py", "@pytest.mark.req('A-1', 'A-2')\ndef test_x(): ...", ("A-1", "A-2"), ""),
        ("test_x.py", "@pytest.mark.req('A-1')\nasync def test_x(): ...", ("A-1",), ""),
        ("test_x.py", "@pytest.mark.req('A-1')\nclass TestX: ...", ("A-1",), ""),
        ("test_x.py", "pytestmark = [pytest.mark.req('A-1')]", ("A-1",), ""),
        ("test_x.py", "CASES = [pytest.param(1, marks=pytest.mark.req('A-1'))]", ("A-1",), ""),
        ("test_x.py", "@pytest.mark.req('A-1')\ndef helper(): ...", ("A-1",), "does not run"),
        ("test_x.py", "@pytest.mark.skip\n@pytest.mark.req('A-1')\ndef test_x(): ...", ("A-1",), "is skipped"),
        ("test_x.py", "@pytest.mark.req('A-1')\n@pytest.mark.xfail(reason='y')\ndef test_x(): ...", ("A-1",), "fail"),
        ("test_x.py", "@pytest.mark.req(NAME)\ndef test_x(): ...", (), "plain strings"),
        ("test_x.py", "@pytest.mark.req()\ndef test_x(): ...", (), "plain strings"),
        ("helper.py", "@pytest.mark.req('A-1')\ndef test_x(): ...", ("A-1",), "does not collect"),
    ],
)
def test_a_claim_counts_only_on_what_pytest_runs(tmp_path, file_name, code, ids, fault):
    path = tmp_path / file_name
    path.write_text(f"import pytest\n{code}\n", encoding="utf-8")
    (claim,) = claims(path)
    assert claim.ids == ids
    assert bool(claim.fault) == bool(fault)
    assert fault in claim.fault
