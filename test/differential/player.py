"""Plays conversations in PydanticAI. Reads one as JSON per line, and writes its result as JSON per line."""

import asyncio
import json
import sys

from pydantic import BaseModel
from pydantic_ai import (
    Agent,
    ApprovalRequired,
    CallDeferred,
    DeferredToolRequests,
    DeferredToolResults,
    ModelRetry,
    RunContext,
    ToolApproved,
    ToolDenied,
    ToolOutput,
    UnexpectedModelBehavior,
    UsageLimitExceeded,
    capture_run_messages,
)
from pydantic_ai.capabilities import HandleDeferredToolCalls, Hooks
from pydantic_ai.exceptions import SkipToolExecution, ToolFailed
from pydantic_ai.messages import ModelRequest, ModelResponse, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import FunctionModel
from pydantic_ai.tools import Tool, ToolDefinition
from pydantic_ai.toolsets import ExternalToolset
from pydantic_ai.usage import UsageLimits


class Given(BaseModel):
    a: int


class Other(BaseModel):
    b: str


SCHEMA = {
    'type': 'object',
    'properties': {'do': {'type': 'string'}, 'v': {'type': 'integer'}, 'yes': {'type': 'string'}},
    'required': ['do', 'v', 'yes'],
}


def responses_of(scenario, messages):
    """Returns the next response of the script, and repeats the last one forever."""
    at = sum(isinstance(message, ModelResponse) for message in messages)
    script = scenario['responses']
    if at < len(script):
        return at, script[at]
    if scenario['output'] == 'text':
        return at, {'text': 'Done.', 'calls': []}
    return at, {'calls': [{'tool': 'give_a', 'input': {'a': 7}}]}


def tools_of(ran):
    async def plain(ctx: RunContext, do: str, v: int, yes: str) -> str:
        if do == 'ask' and not ctx.tool_call_approved:
            raise ApprovalRequired()
        if do == 'defer':
            raise CallDeferred()
        if do == 'question':
            raise CallDeferred(kind='question')
        ran.append([ctx.tool_name, v])
        if do == 'retry':
            raise ModelRetry(f'again {v}')
        if do == 'error':
            raise RuntimeError(f'wrong {v}')
        if do == 'failed':
            raise ToolFailed(f'broke {v}')
        return f'ok {v}'

    return [
        Tool(plain, name='plain', takes_ctx=True),
        Tool(plain, name='guarded', takes_ctx=True, requires_approval=True),
    ]


async def before_tool(ctx, *, call, tool_def, args):
    if call.tool_name == 'plain' and args['v'] == 7 and not ctx.tool_call_approved:
        raise ApprovalRequired()
    if call.tool_name in ('plain', 'guarded') and args['v'] == 8:
        raise SkipToolExecution('skipped by a hook')
    return args


async def after_tool(ctx, *, call, tool_def, args, result):
    return f'{result}!' if isinstance(result, str) and result.startswith('ok') else result


async def on_error(ctx, *, call, tool_def, args, error):
    # An exhausted retry limit is also handled here, and ends the run.
    if isinstance(error, UnexpectedModelBehavior):
        raise error
    return f'mended: {error}'


def answers_to(requests: DeferredToolRequests, asked):
    results = DeferredToolResults()
    asked.append(
        [
            sorted(call.tool_call_id for call in requests.approvals),
            sorted(call.tool_call_id for call in requests.calls if requests.kind(call.tool_call_id) != 'question'),
            sorted(call.tool_call_id for call in requests.calls if requests.kind(call.tool_call_id) == 'question'),
        ]
    )
    for call in requests.approvals:
        args = call.args_as_dict()
        match args['yes']:
            case 'deny':
                results.approvals[call.tool_call_id] = ToolDenied(f'no {args["v"]}')
            case 'edit':
                edited = {**args, 'v': args['v'] + 100, 'do': 'return'}
                results.approvals[call.tool_call_id] = ToolApproved(override_args=edited)
            case 'leave':
                pass
            case _:
                results.approvals[call.tool_call_id] = ToolApproved()
    for call in requests.calls:
        args = call.args_as_dict()
        match args['yes']:
            case 'deny':
                results.calls[call.tool_call_id] = ToolFailed(f'no {args["v"]}')
            case 'edit':
                results.calls[call.tool_call_id] = ModelRetry(f'again {args["v"]}')
            case 'leave':
                pass
            case _:
                results.calls[call.tool_call_id] = f'given {args["v"]}'
    return results


def status_of(part: ToolReturnPart):
    if part.outcome == 'retried':
        return 'retry'
    if part.outcome != 'success':
        return part.outcome
    text = str(part.content)
    return 'skipped' if text.startswith(('Tool not executed', 'Output tool not used')) else 'returned'



async def play(scenario):
    ran, asked = [], []
    requests = 0

    def model(messages, info):
        nonlocal requests
        requests += 1
        at, response = responses_of(scenario, messages)
        parts = [TextPart(response['text'])] if response.get('text') else []
        for index, call in enumerate(response['calls']):
            parts.append(ToolCallPart(call['tool'], call['input'], tool_call_id=f'c{at}-{index}'))
        return ModelResponse(parts=parts)

    given = [ToolOutput(Given, name='give_a'), ToolOutput(Other, name='give_b')]
    output = {'text': [str], 'tool': given, 'tool-or-text': [*given, str]}[scenario['output']]
    outside = ToolDefinition(name='outside', parameters_json_schema=SCHEMA)
    hooks = Hooks(before_tool_execute=before_tool, after_tool_execute=after_tool, tool_execute_error=on_error)
    around = [hooks] if scenario['hooks'] == 'around' else []
    agent = Agent(
        FunctionModel(model),
        output_type=[*output, DeferredToolRequests],
        retries={'tools': scenario['toolRetries'], 'output': scenario['outputRetries']},
        end_strategy=scenario['endStrategy'],
        tools=tools_of(ran),
        toolsets=[ExternalToolset([outside])],
        capabilities=[*around, HandleDeferredToolCalls(handler=lambda _, batch: answers_to(batch, asked))],
    )
    limits = scenario['limits']
    usage_limits = UsageLimits(request_limit=limits.get('requests', 50), tool_calls_limit=limits.get('toolCalls'))
    with capture_run_messages() as messages:
        try:
            result = await agent.run('Go', usage_limits=usage_limits)
            messages = result.all_messages()
            if isinstance(result.output, DeferredToolRequests):
                left = [call.tool_call_id for call in [*result.output.approvals, *result.output.calls]]
                outcome = {'type': 'deferred', 'left': sorted(left)}
            else:
                plain = result.output.model_dump() if isinstance(result.output, BaseModel) else result.output
                outcome = {'type': 'completed', 'output': plain}
        except UsageLimitExceeded:
            outcome = {'type': 'failed', 'why': 'limit'}
        except UnexpectedModelBehavior:
            outcome = {'type': 'failed', 'why': 'model'}
    ends, results = {}, {}
    for message in messages:
        for part in message.parts if isinstance(message, ModelRequest) else []:
            if isinstance(part, ToolReturnPart):
                ends[part.tool_call_id] = status_of(part)
                if status_of(part) == 'returned' and not part.tool_name.startswith('give_'):
                    results[part.tool_call_id] = part.content
    return {'outcome': outcome, 'ran': sorted(ran), 'asked': asked, 'requests': requests, 'ends': ends, 'results': results}


async def main():
    for line in sys.stdin:
        try:
            told = await play(json.loads(line))
        except Exception as error:  # a conversation that neither end foresaw is a difference, too
            told = {'outcome': {'type': 'broken', 'why': f'{type(error).__name__}: {error}'}}
        print(json.dumps(told), flush=True)


asyncio.run(main())
