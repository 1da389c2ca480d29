import type { UIMessageChunk } from 'ai';
import { RemoteError } from '../../protocol/base/errors.js';
import { isSameJson, type JSONValue } from '../../protocol/base/json.js';
import { isList, isRecord } from '../../protocol/base/record.js';
import type { Dialect, KnownCall } from './dialect.js';
import { leaveToServer, toQuestionChunks } from './question.js';
import { readInterrupts } from './read-wire.js';
import type { ResponseRecord } from './response-record.js';
import { toMadeUpChunk } from './step-record.js';
import type { Interrupt } from './wire.js';

interface Finishing {
  readonly record: ResponseRecord;
  readonly dialects: readonly Dialect[];
  /** Returns `true` if calls of this tool are executed in the page. */
  readonly isExternal: (toolName: string) => boolean;
  /** The question of a server older than AG-UI 1.0. */
  readonly command: JSONValue | undefined;
}

/**
 * Returns everything that a finished run waits for: questions, results from elsewhere, and calls that the server runs.
 */
export function toOpenEnd(outcome: unknown, finishing: Finishing): UIMessageChunk[] {
  const { record, isExternal, command } = finishing;
  const { type, interrupts, pendingToolCallIds } = isRecord(outcome) ? outcome : {};
  const isCommand = type === undefined && command !== undefined;
  const asked = isCommand ? [legacyInterrupt(command)] : eachOnce(readInterrupts(interrupts));
  const isAsked = new Set<string>();
  const questions = asked.flatMap((interrupt) => questionChunks(interrupt, { ...finishing, isCommand, isAsked }));
  const pending: readonly unknown[] = isList(pendingToolCallIds) ? pendingToolCallIds : [];
  const left = (record.step?.unsettled() ?? []).filter(({ toolCallId, toolName }) => {
    const isWaitedFor = pending.includes(toolCallId) || isExternal(toolName);
    return !isAsked.has(toolCallId) && !isWaitedFor;
  });
  return [...questions, ...left.map(({ toolCallId }) => leaveToServer(toolCallId))];
}

interface Asking extends Finishing {
  readonly isCommand: boolean;
  readonly isAsked: Set<string>;
}

function questionChunks(interrupt: Interrupt, { record, isAsked, ...known }: Asking): UIMessageChunk[] {
  const { answered, past } = record;
  const calls = [...(record.step?.unsettled() ?? []), ...answered.values(), ...past.values()].filter(
    ({ toolCallId }: KnownCall) => !isAsked.has(toolCallId),
  );
  const isTaken = (id: string): boolean => isAsked.has(id) || record.isKnown(id);
  return toQuestionChunks(interrupt, known.dialects, { ...known, calls, isTaken }).flatMap((question) => {
    const { call, isMadeUp, chunk } = question;
    const { toolCallId } = call;
    isAsked.add(toolCallId);
    const isOpen = record.find(toolCallId) !== undefined || (answered.has(toolCallId) && record.isBeforeSteps);
    if (isOpen) return [chunk];
    // The server asks again about a call that was closed here, or about something without a call.
    return [...record.content().chunks, toMadeUpChunk(call, isMadeUp), chunk];
  });
}

/**
 * Removes repeated interrupts. Two different questions with the same id cannot be answered apart: the approval of one
 * would approve the other.
 */
function eachOnce(interrupts: readonly Interrupt[]): readonly Interrupt[] {
  const known = new Map<string, Interrupt>();
  for (const interrupt of interrupts) {
    const { id } = interrupt;
    const first = known.get(id) ?? interrupt;
    if (!isSameJson({ ...first }, { ...interrupt }))
      throw new RemoteError('remote-malformed', `The server sent two questions with the id '${id.slice(0, 60)}'.`);
    known.set(id, first);
  }
  return [...known.values()];
}

/** The question of LangGraph if AG-UI 1.0 was not enabled there. */
function legacyInterrupt(raw: JSONValue): Interrupt {
  return { id: 'on_interrupt', reason: 'langgraph:interrupt', metadata: { langgraph: { raw } } };
}
