import { derivedId } from '../../protocol/base/ids.js';
import type { JSONObject, JSONValue } from '../../protocol/base/json.js';
import { given } from '../../protocol/base/record.js';
import type { QuestionChunk } from '../ui-stream/fold-response.js';
import { type QuestionTerms, questionTerms } from '../ui-stream/question-terms.js';
import type { Dialect, DialectName, Known, KnownCall, Question } from './dialect.js';
import type { Interrupt } from './wire.js';

/** What stands with a question in the history, for its answer. */
export interface KeptQuestion {
  readonly interrupt: Interrupt;
  readonly dialect: DialectName;
  readonly index: number;
  /** How many questions its interrupt has. */
  readonly of: number;
  /** The answer goes the way of servers that are older than AG-UI 1.0. */
  readonly isCommand?: true;
}

/** An interrupt as the chunks that ask it: a call is made up for what is about none. */
export function toQuestionChunks(
  interrupt: Interrupt,
  dialects: readonly Dialect[],
  known: Known & { readonly isCommand: boolean; readonly isTaken: (toolCallId: string) => boolean },
): readonly AskedQuestion[] {
  const dialect = dialects.find(({ isSpoken }) => isSpoken(interrupt));
  if (dialect === undefined) return [];
  const questions = dialect.toQuestions(interrupt, known);
  return questions.map((question) => {
    const id = questions.length === 1 ? interrupt.id : derivedId(interrupt.id, 'question', question.index);
    const call = question.call ?? madeUp(freeId(id, known.isTaken), interrupt, question);
    const kept: KeptQuestion = {
      interrupt,
      dialect: dialect.name,
      index: question.index,
      of: questions.length,
      ...(known.isCommand ? { isCommand: true } : {}),
    };
    return { call, isMadeUp: question.call === undefined, chunk: toChunk({ id, call, question }, interrupt, kept) };
  });
}

/** A question, and the call that it is about. */
export interface AskedQuestion {
  readonly call: KnownCall;
  readonly isMadeUp: boolean;
  readonly chunk: QuestionChunk;
}

/** The name of the calls that are made up for questions which are about no call. */
const interruptTool = 'interrupt';

/** Servers use the id of a call for a question, or one for all that they ask: what is made up is a call of its own. */
function freeId(id: string, isTaken: (toolCallId: string) => boolean): string {
  let free = id;
  for (let count = 2; isTaken(free); count++) free = `${id}-${count}`;
  return free;
}

function madeUp(toolCallId: string, { reason, responseSchema }: Interrupt, { message, asked }: Question): KnownCall {
  if (asked !== undefined) return { toolCallId, ...asked };
  const input: JSONValue = { ...given({ message, schema: responseSchema }), reason };
  return { toolCallId, toolName: interruptTool, input };
}

interface Asked {
  readonly id: string;
  readonly call: KnownCall;
  readonly question: Question;
}

function toChunk({ id, call, question }: Asked, interrupt: Interrupt, kept: KeptQuestion): QuestionChunk {
  const time = interrupt.expiresAt === undefined ? Number.NaN : Date.parse(interrupt.expiresAt);
  const terms: QuestionTerms = {
    edits: question.edits,
    ...given({
      wants: question.wants,
      // What is made up is answered as the server describes it; a call of a tool, as its tool does.
      result: question.call === undefined && question.asked === undefined ? interrupt.responseSchema : undefined,
      expiresAt: Number.isNaN(time) ? undefined : time,
      metadata: toolMetadata(interrupt),
    }),
    kept: kept as KeptQuestion & JSONObject, // all of it came as JSON
  };
  return {
    type: 'tool-approval-request',
    toolCallId: call.toolCallId,
    approvalId: id,
    ...given({ reason: question.message }),
    [questionTerms]: terms,
  };
}

/** What the tool said, without what frameworks say about themselves. */
function toolMetadata({ metadata = {} }: Interrupt): JSONObject | undefined {
  const { langgraph: _, agent_framework: __, ...own } = metadata;
  return Object.keys(own).length === 0 ? undefined : own;
}

/** The chunk that leaves a call to its server. */
export function leaveToServer(toolCallId: string): QuestionChunk {
  return { type: 'tool-approval-request', toolCallId, approvalId: toolCallId, [questionTerms]: { wants: 'nothing' } };
}
