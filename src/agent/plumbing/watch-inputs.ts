import type { ToolExecutionOptions } from 'ai';
import { serializeError } from '../../protocol/base/serialize-error.js';
import type { RunEventBody } from '../../protocol/run-event.js';
import { validate } from '../../protocol/schema.js';
import { hasCallbacks } from '../../tools/ai-fields.js';
import type { Tool } from '../../tools/tool.js';

/** Passes events on, and calls the input callbacks of tools. */
export interface InputWatch {
  readonly emit: (event: RunEventBody) => void;
  /** Resolves when all callbacks have finished. A call whose callbacks fail becomes a warning. */
  readonly done: () => Promise<void>;
}

type Emit = (event: RunEventBody) => void;
type Options = Omit<ToolExecutionOptions<unknown>, 'toolCallId'>;
type OptionsWith = <MORE extends object>(more: MORE) => ToolExecutionOptions<unknown> & MORE;

interface WatchOptions {
  readonly emit: Emit;
  /** Returns the options for the callbacks of a tool, extended by `more`. */
  readonly optionsFor: <MORE extends object>(toolName: string, more: MORE) => Options & MORE;
}

/**
 * Calls `onInputStart`, `onInputDelta` and `onInputAvailable` of tools while a response streams. Callbacks of one call
 * run one after another; they
 * never delay the stream.
 */
export function watchInputs(tools: ReadonlyMap<string, Tool>, { emit, optionsFor }: WatchOptions): InputWatch {
  const names = new Map<string, string>();
  const work = new Map<string, Promise<void>>();
  const tell = (event: RunEventBody): void => {
    if (!('toolCallId' in event)) return;
    const { toolCallId } = event;
    if ('toolName' in event) names.set(toolCallId, event.toolName);
    const toolName = names.get(toolCallId) ?? '';
    const tool = tools.get(toolName);
    if (tool === undefined || !hasCallbacks(tool)) return;
    const optionsWith: OptionsWith = (more) => optionsFor(toolName, { toolCallId, ...more });
    const before = work.get(toolCallId) ?? Promise.resolve();
    work.set(
      toolCallId,
      before.then(() => callBack(tool, event, optionsWith)),
    );
  };
  const done = async (): Promise<void> => {
    for (const result of await Promise.allSettled(work.values())) {
      if (result.status === 'fulfilled') continue;
      const { message } = serializeError(result.reason);
      emit({ type: 'warning', code: 'input-callback', message: `A tool's onInput callback failed: ${message}` });
    }
  };
  return {
    emit: (event) => {
      emit(event);
      tell(event);
    },
    done,
  };
}

async function callBack(tool: Tool, event: RunEventBody, optionsWith: OptionsWith): Promise<void> {
  if (event.type === 'tool-input-start') await tool.onInputStart?.(optionsWith({}));
  if (event.type === 'tool-input-delta') await tool.onInputDelta?.(optionsWith({ inputTextDelta: event.delta }));
  if (event.type !== 'tool-call' || tool.onInputAvailable === undefined) return;
  const result = await validate(tool.inputSchema, event.input);
  if (result.success) await tool.onInputAvailable(optionsWith({ input: result.value }));
}
