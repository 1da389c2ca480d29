import { derivedId } from '../../protocol/base/ids.js';
import type { JSONObject, JSONValue } from '../../protocol/base/json.js';
import { definedProps } from '../../protocol/base/record.js';
import type { QuestionChunk } from '../ui-stream/fold-response.js';
import { type QuestionTerms, questionTerms } from '../ui-stream/question-terms.js';
import type { Dialect, DialectName, Known, KnownCall, Question } from './dialect.js';
import type { Interrupt } from './wire.js';

/** Data that is stored with a question in the history, for its answer. */
export interface StoredQuestion {
  readonly interrupt: Interrupt;
  readonly dialect: DialectName;
  readonly index: number;
  /** The number of questions of its interrupt. */
  readonly of: number;
  /** The answer is sent in the format of servers older than AG-UI 1.0. */
  readonly isCommand?: true;
}

/** Converts an interrupt to chunks that ask its questions. A question without a call gets a synthetic one. */
export function toQuestionChunks(
  interrupt: Interrupt,
  dialects: readonly Dialect[],
  known: Known & { readonly isCommand: boolean; readonly isTaken: (toolCallId: string) => boolean },
): readonly CallQuestion[] {
  const dialect = dialects.find(({ isSpoken }) => isSpoken(interrupt));
  if (dialect === undefined) return [];
  const questions = dialect.toQuestions(interrupt, known);
  return questions.map((question) => {
    const id = questions.length === 1 ? interrupt.id : derivedId(interrupt.id, 'question', question.index);
    const call = question.call ?? madeUp(freeId(id, known.isTaken), interrupt, question);
    const stored: StoredQuestion = {
      interrupt,
      dialect: dialect.name,
      index: question.index,
      of: questions.length,
      ...(known.isCommand ? { isCommand: true } : {}),
    };
    return { call, isMadeUp: question.call === undefined, chunk: toChunk({ id, call, question }, interrupt, stored) };
  });
}

/** A question and its call. */
export interface CallQuestion {
  readonly call: KnownCall;
  readonly isMadeUp: boolean;
  readonly chunk: QuestionChunk;
}

/** The tool name of synthetic calls. */
const interruptTool = 'interrupt';

/**
 * Returns an unused id for a synthetic call: some servers use the id of a call for a question, or one id for all
 * questions.
 */
function freeId(id: string, isTaken: (toolCallId: string) => boolean): string {
  let free = id;
  for (let count = 2; isTaken(free); count++) free = `${id}-${count}`;
  return free;
}

function madeUp(toolCallId: string, { reason, responseSchema }: Interrupt, { message, asked }: Question): KnownCall {
  if (asked !== undefined) return { toolCallId, ...asked };
  const input: JSONValue = { ...definedProps({ message, schema: responseSchema }), reason };
  return { toolCallId, toolName: interruptTool, input };
}

interface QuestionFields {
  readonly id: string;
  readonly call: KnownCall;
  readonly question: Question;
}

function toChunk({ id, call, question }: QuestionFields, interrupt: Interrupt, stored: StoredQuestion): QuestionChunk {
  const time = interrupt.expiresAt === undefined ? Number.NaN : Date.parse(interrupt.expiresAt);
  const terms: QuestionTerms = {
    edits: question.edits,
    ...definedProps({
      wants: question.wants,
      // A synthetic call is answered as the server describes; a call of a tool, as its tool requires.
      result: question.call === undefined && question.asked === undefined ? interrupt.responseSchema : undefined,
      expiresAt: Number.isNaN(time) ? undefined : time,
      metadata: toolMetadata(interrupt),
    }),
    stored: stored as StoredQuestion & JSONObject, // All of it came as JSON.
  };
  return {
    type: 'tool-approval-request',
    toolCallId: call.toolCallId,
    approvalId: id,
    ...definedProps({ reason: question.message }),
    [questionTerms]: terms,
  };
}

/** Returns the tool's metadata without the members of frameworks. */
function toolMetadata({ metadata = {} }: Interrupt): JSONObject | undefined {
  const { langgraph: _, agent_framework: __, ...own } = metadata;
  return Object.keys(own).length === 0 ? undefined : own;
}

/** Returns the chunk that leaves a call to its server. */
export function leaveToServer(toolCallId: string): QuestionChunk {
  return { type: 'tool-approval-request', toolCallId, approvalId: toolCallId, [questionTerms]: { wants: 'nothing' } };
}
