"""The endpoint model against a small server on this machine: what it sends, what it reads, and how it fails."""

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec

import pytest

from support.turns import REGISTRY, request, said
from workbench.bench.models.base import Reply, ToolCall
from workbench.bench.models.endpoint import API_KEY, BASE_URL, MODEL, EndpointModel
from workbench.errors import WorkbenchError
from workbench.session.events import Event

needs_client = pytest.mark.skipif(find_spec("openai") is None, reason="the extra llm (openai) is not installed")
KEY = "sk-very-secret-0123456789"
HISTORY = (
    Event(
        type="user/message",
        seq=0,
        time=0,
        data={"role": "user", "id": "m", "source": {"kind": "user"}, "content": [{"type": "text", "text": "hi"}]},
    ),
)


class Server:
    """Answers every request with ``status`` and ``body`` and keeps what it was asked."""

    def __init__(self, status, body):
        self.status, self.body = status, body
        self.asked, self.headers, self.url = [], [], ""

    def completion(self):
        return self.asked[-1]


@contextmanager
def serving(body, status=200):
    server = Server(status, body if isinstance(body, bytes) else json.dumps(body).encode())

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            length = int(self.headers["Content-Length"])
            server.asked.append(json.loads(self.rfile.read(length)))
            server.headers.append((self.path, self.headers["Authorization"]))
            self.send_response(server.status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(server.body)))
            self.end_headers()
            self.wfile.write(server.body)

        def log_message(self, *args):
            pass

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    server.url = f"http://127.0.0.1:{http.server_address[1]}/v1"
    try:
        yield server
    finally:
        http.shutdown()
        thread.join()
        http.server_close()


def completion(content, calls=None):
    message = {"role": "assistant", "content": content}
    if calls is not None:
        message["tool_calls"] = [
            {"id": f"c{n}", "type": "function", "function": {"name": name, "arguments": arguments}}
            for n, (name, arguments) in enumerate(calls)
        ]
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    return {"id": "x", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice]}


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch):
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def asked():
    return request(said("hi"), history=HISTORY)


@needs_client
@pytest.mark.req("BEN-9")
def test_a_reply_with_calls_is_read_and_the_registrys_tools_are_sent(asked):
    calls = [("schedule_create", '{"prompt": "x"'), ("schedule_list", "{}")]
    with serving(completion("On it.", calls)) as server:
        reply = EndpointModel(server.url, "small", KEY, retries=0).reply(asked)
    assert reply == Reply("On it.", tuple(ToolCall(*call) for call in calls))
    assert server.completion()["model"] == "small"
    assert server.completion()["messages"] == [{"role": "user", "content": "hi"}]
    assert [tool["function"] for tool in server.completion()["tools"]] == list(REGISTRY.served())
    assert {tool["type"] for tool in server.completion()["tools"]} == {"function"}
    assert server.headers == [("/v1/chat/completions", f"Bearer {KEY}")]


@needs_client
@pytest.mark.req("BEN-9")
def test_a_plain_reply_has_no_calls(asked):
    with serving(completion("Hello.")) as server:
        model = EndpointModel(server.url, "small", retries=0)
        assert model.reply(asked) == Reply("Hello.")
        assert model.reply(asked) == Reply("Hello.")
    assert len(server.asked) == 2


@needs_client
def test_a_reply_of_calls_alone_has_no_text(asked):
    with serving(completion(None, [("schedule_list", "")])) as server:
        reply = EndpointModel(server.url, "small", retries=0).reply(asked)
    assert reply == Reply("", (ToolCall("schedule_list", ""),))


@needs_client
@pytest.mark.req("BEN-9")
@pytest.mark.parametrize("status", [400, 401, 404, 429, 500])
def test_a_refusal_is_told_with_its_status_and_without_the_key(asked, status):
    body = {"error": {"message": f"no entry with {KEY} \x1b[31m", "type": "invalid_request_error"}}
    with serving(body, status) as server, pytest.raises(WorkbenchError) as caught:
        EndpointModel(server.url, "small", KEY, retries=0).reply(asked)
    error = caught.value
    assert error.code == "endpoint_failed"
    assert str(status) in error.message
    assert KEY not in f"{error.message} {error.hint} {error.details} {error!r}"
    assert "\x1b" not in error.message
    assert error.__cause__ is None


@needs_client
@pytest.mark.parametrize("body", [b"", b"[", b"[]", b"{}", b'{"choices":[]}', b'{"choices":[{}]}', b'"text"', b"\xff"])
def test_an_answer_without_a_message_is_an_error(asked, body):
    with serving(body) as server, pytest.raises(WorkbenchError) as caught:
        EndpointModel(server.url, "small", KEY, retries=0).reply(asked)
    assert caught.value.code == "endpoint_failed"


@needs_client
def test_an_endpoint_that_nobody_serves_is_an_error(asked):
    with serving(b"") as server:
        url = server.url
    with pytest.raises(WorkbenchError) as caught:
        EndpointModel(url.replace("//", f"//user:{KEY}@"), "small", retries=0).reply(asked)
    assert caught.value.code == "endpoint_failed"
    assert "127.0.0.1" in caught.value.message
    assert KEY not in caught.value.message


@pytest.mark.req("BEN-9")
def test_the_environment_names_the_endpoint():
    model = EndpointModel.from_environment({BASE_URL: "http://127.0.0.1:1/v1", MODEL: "small", API_KEY: KEY})
    assert (model.provider, model.model) == ("openai-compatible", "small")
    assert KEY not in repr(model)


@pytest.mark.req("BEN-9")
@pytest.mark.parametrize(
    ("environ", "named"),
    [
        ({}, [BASE_URL, MODEL]),
        ({BASE_URL: "http://x/v1"}, [MODEL]),
        ({BASE_URL: "", MODEL: "m"}, [BASE_URL]),
        ({BASE_URL: "localhost:8000", MODEL: "m"}, [BASE_URL]),
        ({BASE_URL: "file:///etc/passwd", MODEL: "m"}, [BASE_URL]),
        ({BASE_URL: "http://", MODEL: "m"}, [BASE_URL]),
    ],
)
def test_a_missing_setting_is_named(environ, named):
    with pytest.raises(WorkbenchError) as caught:
        EndpointModel.from_environment({**environ, API_KEY: KEY})
    assert caught.value.code == "endpoint_missing"
    assert all(name in caught.value.message for name in named)
    assert KEY not in f"{caught.value.message} {caught.value.hint}"


@pytest.mark.req("BEN-9")
def test_without_the_client_the_extra_is_named(asked, monkeypatch):
    def missing(name):
        raise ImportError(name)

    monkeypatch.setattr("workbench.bench.models.endpoint.import_module", missing)
    with pytest.raises(WorkbenchError) as caught:
        EndpointModel("http://127.0.0.1:1/v1", "small").reply(asked)
    assert caught.value.code == "endpoint_missing"
    assert "llm" in caught.value.hint
