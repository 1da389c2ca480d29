"""An agent of PydanticAI for a page: what it streams, and the page itself."""

import argparse
import json
import socket
from collections.abc import AsyncIterator
from itertools import takewhile

import uvicorn
from pydantic_ai import Agent, DeferredToolRequests
from pydantic_ai.messages import ModelMessage, ModelRequest, ToolReturnPart
from pydantic_ai.models.function import AgentInfo, DeltaToolCall, DeltaToolCalls, FunctionModel
from pydantic_ai.ui.vercel_ai import VercelAIAdapter
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

notes = {'milk', 'old'}


async def scripted(messages: list[ModelMessage], _: AgentInfo) -> AsyncIterator[str | DeltaToolCalls]:
    """Stands in for a model, so that the example needs no key: name one of any provider instead."""
    # A message of the user may follow the result, so the last message is not enough.
    latest = takewhile(lambda message: isinstance(message, ModelRequest), reversed(messages))
    if any(isinstance(part, ToolReturnPart) for message in latest for part in message.parts):
        yield 'That is done.'
        return
    yield 'This one is old.'
    call_id = f'call-{len(messages)}'
    yield {1: DeltaToolCall(name='delete_note', json_args=json.dumps({'name': 'old'}), tool_call_id=call_id)}


# DeferredToolRequests lets a call wait for its answer.
agent = Agent(
    FunctionModel(stream_function=scripted),
    instructions='You look after notes.',
    output_type=[str, DeferredToolRequests],
)


@agent.tool_plain(requires_approval=True)
def delete_note(name: str) -> str:
    """Delete one of the notes milk and old."""
    if name not in notes:
        return 'There is no such note.'
    notes.remove(name)
    return 'Deleted.'


async def chat(request: Request) -> Response:
    """Receives the messages of a page and continues the chat. Authenticate and authorize the user here."""
    return await VercelAIAdapter.dispatch_request(request, agent=agent, sdk_version=6)


page = StaticFiles(directory='dist', html=True)
app = Starlette(routes=[Route('/chat', chat, methods=['POST']), Mount('/', page)])

if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--port', type=int, default=5173)
    with socket.create_server(('127.0.0.1', parser.parse_args().port)) as listener:
        print(f'http://localhost:{listener.getsockname()[1]}/', flush=True)
        uvicorn.Server(uvicorn.Config(app, log_level='warning')).run(sockets=[listener])
