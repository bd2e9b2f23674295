"""Model requests for tests, and a turn played against real tools the way the agent plays it."""

from support.ports import NOW, Port, drive
from workbench.bench.models.base import CallResult, ModelRequest, Prompt
from workbench.bench.tools.base import Outcome
from workbench.bench.tools.registry import Registry

REGISTRY = Registry()


def said(text):
    return Prompt(text, "user")


def request(*prompts, results=(), zone=None, status=None, step=1, turn=1, now=NOW, history=(), answered=0):
    return ModelRequest(
        now=now,
        zone=zone,
        zone_status=status or ("one" if zone else "unavailable"),
        turn=turn,
        step=step,
        prompts=tuple(prompts),
        results=tuple(results),
        tools=REGISTRY.served(),
        history=lambda: iter(history),
        answered=answered,
    )


def play(model, prompts, port=None, **more):
    """Ask until the model makes no more calls; its replies, the last one being the answer."""
    port = port or Port()
    results, replies = [], []
    for step in range(1, 10):
        reply = model.reply(request(*prompts, results=results, step=step, now=port.clock, **more))
        replies.append(reply)
        if not reply.calls:
            return replies
        for each in reply.calls:
            outcome = REGISTRY.check(each.name, each.arguments)
            if not isinstance(outcome, Outcome):
                outcome = drive(REGISTRY.call(each.name, outcome, port), port)
            results.append(CallResult(each.name, each.arguments, outcome.text, outcome.is_error))
    raise AssertionError("the model never stops calling")


def answer(model, text, port=None, **more):
    """The final words on one prompt."""
    return play(model, [said(text)], port, **more)[-1].text
