"""A model behind an OpenAI-compatible endpoint (BEN-9, extra ``llm``).

Owns the connection: settings from the environment, one request a step, errors without secrets. The clock of the bench
stands still while it waits. What the model sees is endpoint_messages.py's business.
"""

import os
from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final, Self
from urllib.parse import urlsplit

from workbench.bench.models.base import ModelRequest, Reply, ToolCall
from workbench.bench.models.endpoint_messages import chat_messages
from workbench.errors import UsageError, WorkbenchError
from workbench.text.safe import safe_line

BASE_URL: Final = "WORKBENCH_LLM_BASE_URL"
MODEL: Final = "WORKBENCH_LLM_MODEL"
API_KEY: Final = "WORKBENCH_LLM_API_KEY"
# About a quarter as many tokens: what is left of the window is for tools and the reply.
HISTORY_CHARACTERS: Final = 300_000
_TIMEOUT_SECONDS: Final = 120.0
_SHOWN: Final = 300


class EndpointModel:
    """Asks ``model`` at ``base_url``; ``api_key`` may be empty for a local server and is never shown."""

    provider = "openai-compatible"
    context_window = 128_000

    def __init__(self, base_url: str, model: str, api_key: str = "", *, retries: int = 2) -> None:
        if urlsplit(base_url).scheme not in {"http", "https"} or not urlsplit(base_url).hostname:
            raise UsageError(
                "endpoint_missing", f"{BASE_URL} must be an http or https URL such as http://127.0.0.1:8000/v1"
            )
        self.model = model
        self._base_url = base_url
        self._api_key = api_key
        self._retries = retries
        self._client: Any = None

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] = os.environ) -> Self:
        """The endpoint that the environment names; raises ``endpoint_missing`` where a setting is absent."""
        missing = [name for name in (BASE_URL, MODEL) if not environ.get(name)]
        if missing:
            raise UsageError(
                "endpoint_missing",
                f"a model endpoint needs {' and '.join(missing)} in the environment",
                hint=f"set {BASE_URL}, {MODEL} and, where the server asks for one, {API_KEY}",
            )
        return cls(environ[BASE_URL], environ[MODEL], environ.get(API_KEY, ""))

    def reply(self, request: ModelRequest) -> Reply:
        """One completion; ``endpoint_missing`` without the extra, ``endpoint_failed`` without a usable answer."""
        client = self._connected()
        asked: dict[str, Any] = {"model": self.model, "messages": chat_messages(request.history(), HISTORY_CHARACTERS)}
        if request.tools:
            asked["tools"] = [{"type": "function", "function": tool} for tool in request.tools]
        try:
            return _reply(client.chat.completions.create(**asked))
        except WorkbenchError:
            raise
        except Exception as error:  # noqa: BLE001 - the client lets its transport's and parser's errors through
            raise self._failed(error) from None

    def _connected(self) -> Any:
        if self._client is None:
            try:
                openai = import_module("openai")
            except ImportError:
                raise WorkbenchError(
                    "endpoint_missing",
                    "the client for model endpoints is not installed",
                    hint="pip install 'schedule-workbench[llm]'",
                ) from None
            self._client = openai.OpenAI(
                base_url=self._base_url,
                api_key=self._api_key or "none",
                timeout=_TIMEOUT_SECONDS,
                max_retries=self._retries,
            )
        return self._client

    def _failed(self, error: Exception) -> WorkbenchError:
        """What went wrong, by status where there is one; neither the key nor a password in the URL is repeated."""
        status = getattr(error, "status_code", None)
        said = safe_line(self._without_secrets(str(error)))[:_SHOWN]
        what = f"answered {status}" if status is not None else "could not be asked"
        return WorkbenchError(
            "endpoint_failed",
            f"the model endpoint at {urlsplit(self._base_url).hostname} {what}: {type(error).__name__}: {said}",
            hint="the turn was ended; say it again once the endpoint answers",
        )

    def _without_secrets(self, text: str) -> str:
        for secret in (self._api_key, urlsplit(self._base_url).password):
            if secret:
                text = text.replace(secret, "***")
        return text


def _reply(completion: Any) -> Reply:
    choices = getattr(completion, "choices", None)
    message = getattr(choices[0], "message", None) if choices else None
    if message is None:
        raise WorkbenchError("endpoint_failed", "the model endpoint answered without a message")
    calls = [call.function for call in message.tool_calls or () if getattr(call, "function", None) is not None]
    text = message.content if isinstance(message.content, str) else ""
    return Reply(text, tuple(ToolCall(str(call.name), str(call.arguments or "")) for call in calls))
