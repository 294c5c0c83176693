"""A stand-in for the model that a framework asks: it speaks the forms of three services, reads a script instead of thinking, and
refuses what they refuse. Nothing leaves this machine.
"""

import http.server
import json
import re
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import jsonschema

# A script yields the name and arguments of a tool, gets what was answered, and returns the last words.
Call = tuple[str, dict[str, Any]]
NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
DESCRIPTION, TOOLS = 1024, 128  # as OpenAI bounds them
USED = {"input_tokens": 1, "output_tokens": 1}


@dataclass
class Result:
    """What the framework tells the model of one call."""

    text: str
    images: int = 0

    @property
    def data(self) -> dict[str, Any]:
        """The JSON in it; words of ours may stand around it."""
        found: dict[str, Any] = json.JSONDecoder().raw_decode(self.text, self.text.index("{"))[0]
        return found


Script = Generator[Call, Result, str]


class Unacceptable(Exception):
    """What the real service would refuse with 400."""


@dataclass
class Model:
    script: Script
    url: str = ""
    calls: list[Call] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    said: str = ""
    _answers: list[Call | str] = field(default_factory=list)

    def turn(self, offered: dict[str, dict[str, Any]], results: list[Result]) -> Call | str:
        """The call that follows so many results, by the name that the framework gave the tool; or the last words. The same question
        gets the same answer."""
        if len(results) == len(self._answers):
            self._answers.append(self._next(results))
        answer = self._answers[len(results)]
        if isinstance(answer, str):
            return answer
        name = next((one for one in offered if one == answer[0] or one.endswith(f"_{answer[0]}")), None)
        if name is None:
            raise Unacceptable(f"{answer[0]} is none of {list(offered)}")
        arguments = _completed(offered[name]["schema"], answer[1]) if offered[name]["strict"] else answer[1]
        jsonschema.validate(arguments, offered[name]["schema"])
        return name, arguments

    def _next(self, results: list[Result]) -> Call | str:
        try:
            if results:
                self.results.append(results[-1])
                call = self.script.send(results[-1])
            else:
                call = next(self.script)
        except StopIteration as done:
            self.said = str(done.value)
            return self.said
        self.calls.append(call)
        return call


@contextmanager
def playing(script: Script) -> Iterator[Model]:
    """A server on this machine, as long as it is needed."""
    model = Model(script)

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            form = FORMS[self.path.partition("?")[0].removeprefix("/v1")]
            try:
                status, body = 200, form(model, asked)
            except Exception as wrong:  # shown by the test, whatever the framework makes of it
                model.refused.append(f"{type(wrong).__name__}: {wrong}"[:2000])
                status, body = 400, {"error": {"message": str(wrong)[:500], "type": "invalid_request_error"}}
            raw = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(raw)))
            self.end_headers()
            self.wfile.write(raw)

        def log_message(self, *args: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    model.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield model
    finally:
        server.shutdown()
        server.server_close()


def check_tool(name: str, description: str, schema: dict[str, Any], *, strict: bool) -> None:
    """Refuse what OpenAI refuses of a function. Raises Unacceptable."""
    if not NAME.fullmatch(name):
        raise Unacceptable(f"{name}: no name of a function")
    if len(description) > DESCRIPTION:
        raise Unacceptable(f"{name}: description of {len(description)} characters")
    jsonschema.Draft202012Validator.check_schema(schema)
    if schema.get("type") != "object" or {"anyOf", "oneOf", "allOf", "not", "enum"} & set(schema):
        raise Unacceptable(f"{name}: parameters must be one object")
    if strict:
        _check_strict(name, schema)


def _check_strict(where: str, schema: Any) -> None:
    if isinstance(schema, list):
        for part in schema:
            _check_strict(where, part)
    if not isinstance(schema, dict):
        return
    if isinstance(fields := schema.get("properties"), dict) and schema.get("type") == "object":
        if set(schema.get("required", [])) != set(fields) or schema.get("additionalProperties") is not False:
            raise Unacceptable(f"{where}: strict, but has fields that may be left out, or others: {sorted(fields)}")
    elif schema.get("type") == "object" and schema.get("additionalProperties") is not False:
        raise Unacceptable(f"{where}: strict, but an object without named fields")
    for part in schema.values():
        _check_strict(where, part)


def _completed(schema: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    """As a model answers that is held to a strict schema: every field, null where nothing is to be said."""
    fields = schema["properties"]
    return {name: _completed_value(schema, fields[name], given.get(name)) for name in fields} | {
        name: value for name, value in given.items() if name not in fields
    }


def _completed_value(whole: dict[str, Any], schema: dict[str, Any], given: Any) -> Any:
    schema = _named(whole, schema)
    choices = [_named(whole, one) for one in schema.get("anyOf", [schema])]
    described = next((one for one in choices if one.get("type") == "object" and "properties" in one), None)
    if isinstance(given, dict) and described:
        return _completed(described | {"$defs": whole.get("$defs", {})}, given)
    return given


def _named(whole: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = whole["$defs"][schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    return found


def _check_tools(tools: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    if len(tools) > TOOLS:
        raise Unacceptable(f"{len(tools)} tools")
    for tool in tools:
        check_tool(tool["name"], tool.get("description", ""), tool["parameters"], strict=bool(tool.get("strict")))
    return {tool["name"]: {"schema": tool["parameters"], "strict": bool(tool.get("strict"))} for tool in tools}


def chat_completions(model: Model, asked: dict[str, Any]) -> dict[str, Any]:
    """OpenAI's older form. What a tool answers is text, never a picture."""
    offered = _check_tools([tool["function"] for tool in asked.get("tools", [])])
    results = []
    for message in asked["messages"]:
        if message["role"] == "tool":
            parts = message["content"] if isinstance(message["content"], list) else [_text(message["content"])]
            if any(part["type"] != "text" for part in parts):
                raise Unacceptable("a tool's message has text only")
            results.append(_result(parts))
    answer = model.turn(offered, results)
    said: dict[str, Any] = {"role": "assistant", "content": answer if isinstance(answer, str) else None}
    if not isinstance(answer, str):
        function = {"name": answer[0], "arguments": json.dumps(answer[1])}
        said["tool_calls"] = [{"id": f"call_{len(results)}", "type": "function", "function": function}]
    choice = {"index": 0, "message": said, "finish_reason": "tool_calls" if "tool_calls" in said else "stop"}
    used = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    about = {"id": f"chatcmpl_{len(results)}", "object": "chat.completion", "created": 0, "model": asked["model"]}
    return about | {"choices": [choice], "usage": used}


def responses(model: Model, asked: dict[str, Any]) -> dict[str, Any]:
    """OpenAI's newer form."""
    offered = _check_tools(asked.get("tools", []))
    outputs = [item["output"] for item in asked["input"] if item.get("type") == "function_call_output"]
    answer = model.turn(offered, [_result(one if isinstance(one, list) else [_text(one)]) for one in outputs])
    item: dict[str, Any]
    if isinstance(answer, str):
        words = {"type": "output_text", "text": answer, "annotations": []}
        item = {"type": "message", "id": f"msg_{len(outputs)}", "role": "assistant", "content": [words]}
    else:
        number = len(outputs)
        item = {"type": "function_call", "id": f"fc_{number}", "call_id": f"call_{number}", "name": answer[0]}
        item["arguments"] = json.dumps(answer[1])
    details = {"input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0}}
    about = {
        "id": f"resp_{len(outputs)}",
        "object": "response",
        "created_at": 0,
        "status": "completed",
        "model": asked["model"],
    }
    settings = {"parallel_tool_calls": True, "tool_choice": "auto", "tools": []}
    return (
        about | settings | {"output": [item | {"status": "completed"}], "usage": USED | details | {"total_tokens": 2}}
    )


def messages(model: Model, asked: dict[str, Any]) -> dict[str, Any]:
    """Anthropic's."""
    for tool in asked["tools"]:
        check_tool(tool["name"], tool["description"], tool["input_schema"], strict=False)
    offered = {tool["name"]: {"schema": tool["input_schema"], "strict": False} for tool in asked["tools"]}
    parts = [part for one in asked["messages"] if isinstance(one["content"], list) for part in one["content"]]
    outputs = [part["content"] for part in parts if part["type"] == "tool_result"]
    results = [_result(one if isinstance(one, list) else [_text(one)]) for one in outputs]
    answer = model.turn(offered, results)
    said = (
        _text(answer)
        if isinstance(answer, str)
        else {"type": "tool_use", "id": f"toolu_{len(outputs)}", "name": answer[0], "input": answer[1]}
    )
    why = {"stop_reason": "end_turn" if isinstance(answer, str) else "tool_use", "stop_sequence": None}
    about = {"id": f"msg_{len(outputs)}", "type": "message", "role": "assistant", "model": asked["model"]}
    return about | why | {"content": [said], "usage": USED}


def _text(words: str) -> dict[str, str]:
    return {"type": "text", "text": words}


def _result(parts: list[dict[str, Any]]) -> Result:
    texts = [part["text"] for part in parts if part["type"] in ("text", "input_text", "output_text")]
    return Result("\n".join(texts), sum(part["type"] in ("image", "input_image") for part in parts))


FORMS: dict[str, Callable[[Model, dict[str, Any]], dict[str, Any]]] = {
    "/chat/completions": chat_completions,
    "/responses": responses,
    "/messages": messages,
}
