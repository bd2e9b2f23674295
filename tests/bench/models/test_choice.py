"""A model by its name."""

import pytest

from workbench.bench.models.builtin import BuiltinModel
from workbench.bench.models.choice import model_named
from workbench.bench.models.endpoint import API_KEY, BASE_URL, MODEL
from workbench.errors import UsageError


@pytest.mark.req("BEN-9")
def test_the_built_in_model_is_the_default_and_the_endpoint_comes_from_the_environment(monkeypatch):
    assert isinstance(model_named("built-in"), BuiltinModel)
    monkeypatch.setenv(BASE_URL, "http://127.0.0.1:9/v1")
    monkeypatch.setenv(MODEL, "some-model")
    monkeypatch.setenv(API_KEY, "secret")
    assert model_named("endpoint").model == "some-model"


@pytest.mark.req("BEN-9")
def test_an_endpoint_that_is_not_named_is_refused_at_once(monkeypatch):
    monkeypatch.delenv(BASE_URL, raising=False)
    monkeypatch.delenv(MODEL, raising=False)
    with pytest.raises(UsageError) as refusal:
        model_named("endpoint")
    assert refusal.value.code == "endpoint_missing"
