"""The page that describes the server's interface, made from its OpenAPI schema: no script, nothing from elsewhere."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from litestar.openapi.plugins import OpenAPIRenderPlugin

from decapod.web import render

if TYPE_CHECKING:
    from litestar import Request

Schema = dict[str, Any]


@dataclass(frozen=True)
class Field:
    """A value that is sent or answered."""

    name: str
    kind: str
    words: str
    required: bool


@dataclass(frozen=True)
class Operation:
    """Something that can be asked."""

    tag: str
    method: str
    path: str
    summary: str
    parameters: list[Field]
    body: list[Field]
    examples: list[str]
    answer: list[Field]
    answer_kind: str
    refusals: list[str]


class OpenAPIPage(OpenAPIRenderPlugin):
    """The page at /schema, in place of those that Litestar brings: they load their scripts from elsewhere."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: Schema) -> bytes:
        """Write the page in the language and theme of whoever asks; `openapi_schema` is the whole schema."""
        from decapod.web.pages import language_of

        groups = groupby(sorted(operations(openapi_schema), key=lambda one: one.tag), key=lambda one: one.tag)
        theme = request.cookies.get("decapod-theme", "")
        page = render.page(
            "openapi.html", language_of(request), theme, {}, info=openapi_schema["info"],
            groups=[(tag, list(ones)) for tag, ones in groups],
        )  # fmt: skip
        return page.encode()


def operations(schema: Schema) -> list[Operation]:
    """List the operations of an OpenAPI schema, in its order."""
    found: list[Operation] = []
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            body = _json(operation.get("requestBody", {}))
            answers: dict[str, Schema] = operation["responses"]
            good = next((code for code in answers if code < "300"), "")
            answer = _json(answers.get(good, {}))
            found.append(
                Operation(
                    tag=(operation.get("tags") or ["other"])[0],
                    method=method.upper(),
                    path=path,
                    summary=operation.get("summary", ""),
                    parameters=[
                        Field(f"{one['name']} ({one['in']})", kind(one["schema"]), one.get("description", ""),
                              bool(one.get("required")))
                        for one in operation.get("parameters", [])
                    ],
                    body=fields(schema, body),
                    examples=[json.dumps(one, indent=2, ensure_ascii=False) for one in body.get("examples", [])],
                    answer=fields(schema, answer),
                    answer_kind=kind(answer),
                    refusals=[f"{code} {one['description']}" for code, one in sorted(answers.items()) if code >= "300"],
                )
            )  # fmt: skip
    return found


def fields(schema: Schema, part: Schema) -> list[Field]:
    """List the fields of an object, or of the objects in a list."""
    target = _follow(schema, part)
    if "items" in target:
        target = _follow(schema, target["items"])
    required = target.get("required", [])
    return [
        Field(name, kind(field), field.get("description", ""), name in required)
        for name, field in target.get("properties", {}).items()
    ]


def kind(part: Schema) -> str:
    """Say in a few words what a value may be."""
    if "$ref" in part:
        return str(part["$ref"]).rsplit("/", 1)[1]
    for choice in ("allOf", "oneOf", "anyOf"):
        if choice in part:
            return " or ".join(kind(one) for one in part[choice])
    if "enum" in part or "const" in part:
        return " | ".join(str(value) for value in part.get("enum", [part.get("const")]))
    name = part.get("type", "anything")
    if name == "array":
        return f"list of {kind(part.get('items', {}))}"
    return " or ".join(name) if isinstance(name, list) else str(name)


def _follow(schema: Schema, part: Schema) -> Schema:
    """Follow a reference to what it stands for."""
    while True:
        part = part["allOf"][0] if "allOf" in part else part
        if "$ref" not in part:
            return part
        part = schema["components"]["schemas"][str(part["$ref"]).rsplit("/", 1)[1]]


def _json(part: Schema) -> Schema:
    """Take the schema of a body, of whatever type it is."""
    content: dict[str, Schema] = part.get("content", {})
    return next((one["schema"] for one in content.values()), {})
