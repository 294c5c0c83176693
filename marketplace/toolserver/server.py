"""The MCP server for the SDK: lists tools, prompts and resources, and runs calls."""

import json
import sys
from typing import Any, Final

import httpx
import mcp_types as types
from mcp import MCPError
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from marketplace import VERSION
from marketplace.core import signing, tools
from marketplace.core.prompts import PROMPTS, RESOURCES, instructions
from marketplace.core.tools import Answer, Call, Tool, failure
from marketplace.toolserver import config as environment
from marketplace.toolserver.calls import NO_KEY, Service
from marketplace.toolserver.config import BadEnvironment, Config
from marketplace.toolserver.identities import Identity, Store
from marketplace.toolserver.wire import StrictLines

_SECONDS: Final = 120.0  # a stablecoin payment waits for its blockchain transaction
_WRONG, _FAILED = -32602, -32603


async def run() -> None:
    """Serve stdin and stdout until they close. Nothing may print to stdout: it carries the protocol."""
    try:
        config = environment.read()
    except BadEnvironment as reason:
        print(f"ahm-mcp: {reason}", file=sys.stderr)  # noqa: T201
        raise SystemExit(2)
    agent = {"User-Agent": f"ahm-mcp/{VERSION}"}
    async with httpx.AsyncClient(base_url=config.base_url, timeout=_SECONDS, headers=agent) as http:
        server, lines = build(config, http), StrictLines()
        async with stdio_server(stdin=lines) as (reading, writing):  # type: ignore[arg-type]  # it only iterates
            lines.answers = writing
            await server.run(reading, writing, server.create_initialization_options())


def build(config: Config, http: httpx.AsyncClient) -> Server[Any]:
    """The server for this configuration."""
    service, store = Service(config, http), Store(config.home)

    async def list_tools(_: Any, __: Any) -> types.ListToolsResult:
        listed = tools.listed(config.toolsets, service.refusal, local=True)
        return types.ListToolsResult(tools=[types.Tool.model_validate(tool) for tool in listed])

    async def call_tool(_: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        return types.CallToolResult.model_validate(await use(service, store, params.name, params.arguments or {}))

    async def list_prompts(_: Any, __: Any) -> types.ListPromptsResult:
        return types.ListPromptsResult(
            prompts=[types.Prompt.model_validate(prompt.listing()) for prompt in PROMPTS.values()]
        )

    async def get_prompt(_: Any, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        prompt, given = PROMPTS.get(params.name), dict(params.arguments or {})
        if prompt is None:
            raise MCPError(_WRONG, tools.named_like(params.name, list(PROMPTS), "prompt"))
        if missing := prompt.missing(given):
            raise MCPError(_WRONG, f"This prompt needs {', '.join(missing)}.")
        return types.GetPromptResult.model_validate(prompt.result(given))

    async def list_resources(_: Any, __: Any) -> types.ListResourcesResult:
        return types.ListResourcesResult(
            resources=[types.Resource.model_validate(resource.listing()) for resource in RESOURCES.values()]
        )

    async def read_resource(_: Any, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        text = await read(service, str(params.uri))
        found = types.TextResourceContents(uri=str(params.uri), mime_type="application/json", text=text)
        return types.ReadResourceResult(contents=[found])

    return Server(
        "agent-hiring-marketplace",
        version=VERSION,
        title="Agent Hiring Marketplace",
        instructions=instructions(config.toolsets, local=True, sandbox=config.base_url if config.is_sandbox else ""),
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
        on_list_resources=list_resources,
        on_read_resource=read_resource,
    )


async def use(service: Service, store: Store, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """Run a tool, listed or not. Its result; what no tool takes is refused by one, too."""
    try:
        tool, arguments = tools.chosen(name, arguments, local=True)
    except tools.Refused as refused:
        return tools.result(tools.located(refused.body, service.config.base_url), is_error=True)
    if tool.name == tools.FIND_TOOLS:
        return tools.found(arguments, service.refusal, local=True)
    if tool.path.startswith("/identities"):
        status, body = await _use_identities(service, store, tool, arguments)
        return tools.to_result(tool, status, tools.located(body, service.config.base_url))
    return await service.use(tool, arguments, store.active())


async def read(service: Service, uri: str) -> str:
    """A resource as JSON. Raises MCPError."""
    resource = RESOURCES.get(uri)
    if resource is None:
        raise MCPError(_WRONG, tools.named_like(uri, list(RESOURCES), "resource"))
    if not resource.public and not service.config.api_key:
        raise MCPError(_FAILED, NO_KEY, failure("authentication_required", NO_KEY))
    status, body = await service.ask(resource.call)
    if status != 200:
        raise MCPError(_FAILED, body["error"], body)
    return json.dumps(body, ensure_ascii=False)


async def _use_identities(service: Service, store: Store, tool: Tool, arguments: dict[str, Any]) -> Answer:
    name, active = arguments.get("name", ""), store.active()
    match tool.name:
        case "get_agent_identity":
            return 200, {"success": True, "identity": active.shown() if active else None}
        case "list_identities":
            found = [identity.shown() for identity in store.all()]
            return 200, {"success": True, "identities": found, "active": active.name if active else None}
        case "create_identity":
            try:
                identity = store.create(name)
            except FileExistsError:
                return 409, failure(
                    "name_taken", f"There is an identity {name} already. Choose another name, or switch."
                )
            return await _activate(service, store, identity)
        case "switch_identity":
            known = store.get(name)
            if known is None:
                return 404, failure("not_found", f"There is no identity {name} on this machine. See list_identities.")
            return await _activate(service, store, known)
    try:
        store.delete(name)
    except FileNotFoundError:
        return 404, failure("not_found", f"There is no identity {name} on this machine. See list_identities.")
    if active is not None and active.name == name:
        words = (
            f"{name} signed until now; nothing signs any more. Call switch_identity or create_identity to sign again."
        )
        return 200, {"success": True, "removed": True, "active": None, "message": words}
    return 200, {"success": True, "removed": True}


async def _activate(service: Service, store: Store, identity: Identity) -> Answer:
    """Activate an identity, once it is bound to the API key if there is one: calls that it signs would fail otherwise. Until
    then the former identity stays active.
    """
    shown = {"success": True, "identity": identity.shown(), "bound": bool(service.config.api_key)}
    if service.config.api_key:
        call = Call("POST", "/api/keys/register-identity", {}, dict(identity.sign(signing.REGISTER)))
        status, body = await service.ask(call)
        if status != 200:
            still = f"{identity.name} stays on this machine and does not sign yet: call switch_identity to try again."
            return status, body | {"error": f"{body.get('error', '')} {still}".strip()}
    store.choose(identity.name)
    return 200, shown
