import { isSameJson, type JSONObject, type JSONValue, toJson } from '../../protocol/base/json.js';
import { definedProps, isRecord } from '../../protocol/base/record.js';
import type { Decided, Dialect, InterruptDecision, Known, KnownCall, Question } from './dialect.js';
import type { Interrupt } from './wire.js';

function callOf(interrupt: Interrupt, { calls }: Known): KnownCall | undefined {
  return calls.find(({ toolCallId }) => toolCallId === interrupt.toolCallId);
}

function schemaHas({ responseSchema }: Interrupt, name: string): boolean {
  const properties = responseSchema?.properties;
  return isRecord(properties) && Object.hasOwn(properties, name);
}

/** PydanticAI and Microsoft's Agent Framework: an object with an approval or a denial. */
const approved: Dialect = {
  name: 'approved',
  isSpoken: (interrupt) =>
    interrupt.toolCallId !== undefined && (schemaHas(interrupt, 'approved') || schemaHas(interrupt, 'accepted')),
  toQuestions: (interrupt, known) => [
    {
      call: callOf(interrupt, known),
      edits: schemaHas(interrupt, 'editedArgs') ? 'taken' : 'refused',
      index: 0,
      ...(interrupt.message === undefined ? {} : { message: interrupt.message }),
    },
  ],
  toPayload: (interrupt, [decided]) => {
    const decision = decided?.decision;
    const answer = schemaHas(interrupt, 'approved') ? 'approved' : 'accepted';
    const isYes = decision?.type === 'approve';
    const reason = decision?.type === 'answer' ? undefined : decision?.reason;
    return {
      [answer]: isYes,
      ...(isYes && decision.editedArgs !== undefined ? { editedArgs: decision.editedArgs } : {}),
      ...(reason !== undefined && schemaHas(interrupt, 'reason') ? { reason } : {}),
    };
  },
  isCancelled: true,
};

function langGraphValue({ reason, metadata }: Interrupt): JSONValue | undefined {
  return reason === 'langgraph:interrupt' && isRecord(metadata?.langgraph) ? metadata.langgraph.raw : undefined;
}

function langGraphRaw(interrupt: Interrupt): Readonly<Record<string, unknown>> | undefined {
  const raw = langGraphValue(interrupt);
  return isRecord(raw) ? raw : undefined;
}

/** LangChain's middleware with one interrupt for each call. */
const langGraph: Dialect = {
  name: 'langgraph',
  isSpoken: (interrupt) => langGraphRaw(interrupt)?.type === 'tool_approval',
  toQuestions: (interrupt, known) => {
    const raw = langGraphRaw(interrupt) ?? {};
    const call = known.calls.find(({ toolCallId }) => toolCallId === (interrupt.toolCallId ?? raw.tool_call_id));
    return [{ call, ...askedIn(raw), index: 0, ...termsFrom(raw.allowed_decisions, call, known), ...messageFrom(raw) }];
  },
  toPayload: (interrupt, [decided]) =>
    decided && langGraphDecision(decided, langGraphRaw(interrupt)?.allowed_decisions),
  isCancelled: false,
};

/** LangChain's middleware with one interrupt for all calls of a response, which are matched by position. */
const langGraphBatched: Dialect = {
  name: 'langgraph-batched',
  isSpoken: (interrupt) => Array.isArray(langGraphRaw(interrupt)?.action_requests),
  toQuestions: (interrupt, known) => {
    const raw = langGraphRaw(interrupt) ?? {};
    const requests: readonly unknown[] = Array.isArray(raw.action_requests) ? raw.action_requests : [];
    const left = [...known.calls];
    return requests.map((request, index): Question => {
      const action = isRecord(request) ? request : {};
      const { name, args } = action;
      const at = left.findIndex((one) => one.toolName === name && isSameJson(one.input, args as JSONValue)); // It came as JSON.
      const [call] = at < 0 ? [] : left.splice(at, 1);
      const terms = termsFrom(allowedFor(raw, name), call, known);
      return { call, ...askedIn(action), index, ...terms, ...messageFrom(action) };
    });
  },
  toPayload: (interrupt, decided) => {
    const raw = langGraphRaw(interrupt) ?? {};
    const decisions = decided.flatMap((one): JSONObject[] => {
      const decision = langGraphDecision(one, allowedFor(raw, one.toolName));
      return decision === undefined ? [] : [decision];
    });
    return decisions.length < decided.length ? undefined : { decisions };
  },
  isCancelled: false,
};

function allowedFor(raw: Readonly<Record<string, unknown>>, toolName: unknown): unknown {
  const configs: readonly unknown[] = Array.isArray(raw.review_configs) ? raw.review_configs : [];
  const config = configs.find((one) => isRecord(one) && one.action_name === toolName);
  return isRecord(config) ? config.allowed_decisions : undefined;
}

function askedIn({ name, args = {} }: Readonly<Record<string, unknown>>): Pick<Question, 'asked'> {
  return typeof name === 'string' ? { asked: { toolName: name, input: args as JSONValue } } : {}; // It came as JSON.
}

function messageFrom({ description }: Readonly<Record<string, unknown>>): { readonly message?: string } {
  return typeof description === 'string' ? { message: description } : {};
}

function termsFrom(
  allowed: unknown,
  call: KnownCall | undefined,
  { isExternal }: Known,
): Pick<Question, 'wants' | 'edits'> {
  const isGiven = Array.isArray(allowed);
  const isResponse = isGiven
    ? allowed.every((one) => one === 'respond')
    : call !== undefined && isExternal(call.toolName);
  if (isResponse) return { wants: 'result', edits: 'refused' };
  return { edits: !isGiven || allowed.includes('edit') ? 'taken' : 'refused' };
}

/** @param allowed the decisions that the server accepts for this call: it rejects the whole answer for any other. */
function langGraphDecision({ toolName, wants, decision }: Decided, allowed: unknown): JSONObject | undefined {
  switch (decision.type) {
    case 'approve':
      return decision.editedArgs === undefined
        ? { type: 'approve' }
        : { type: 'edit', edited_action: { name: toolName, args: decision.editedArgs } };
    case 'deny':
      if (Array.isArray(allowed) ? allowed.includes('reject') : wants === undefined)
        return { type: 'reject', ...(decision.reason === undefined ? {} : { message: decision.reason }) };
      // A request that only a result can answer receives the reason why it has no result.
      return !Array.isArray(allowed) || allowed.includes('respond')
        ? { type: 'respond', message: decision.reason ?? 'Nobody answered.' }
        : undefined;
    case 'answer':
      return { type: 'respond', message: asWords(decision.value) };
    default:
      return decision satisfies never;
  }
}

/** Returns a value as a string; a string stays as it is. */
export function asWords(value: JSONValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Every other interrupt: a result that matches the server's schema. */
const unknown: Dialect = {
  name: 'unknown',
  isSpoken: () => true,
  toQuestions: (interrupt) => {
    // LangGraph describes its question only in this value.
    const value = langGraphValue(interrupt);
    const message = interrupt.message ?? (value === undefined ? undefined : asWords(value));
    return [{ call: undefined, wants: 'result', edits: 'refused', index: 0, ...definedProps({ message }) }];
  },
  toPayload: (_, [decided]) => (decided?.decision.type === 'answer' ? decided.decision.value : null),
  isCancelled: true,
};

/** Builds the payload that answers an interrupt; `undefined` if it does not know the interrupt. */
export type ToInterruptAnswer = (interrupt: Interrupt, decision: InterruptDecision) => JSONValue | undefined;

/** An app's function that throws does not know the interrupt: the error must not fail the whole batch. */
function hasNo(toAnswer: ToInterruptAnswer, interrupt: Interrupt): boolean {
  try {
    return toAnswer(interrupt, { type: 'deny' }) !== undefined;
  } catch {
    return false;
  }
}

/** The dialect of servers that only their app knows. */
function ownDialect(toAnswer: ToInterruptAnswer): Dialect {
  return {
    name: 'own',
    // A function without a payload for a denial does not know the interrupt.
    isSpoken: (interrupt) => interrupt.toolCallId !== undefined && hasNo(toAnswer, interrupt),
    toQuestions: approved.toQuestions,
    toPayload: (interrupt, [decided]) => {
      const answer = decided && toAnswer(interrupt, decided.decision);
      return answer === undefined ? undefined : toJson(answer, 'What toInterruptAnswer gave');
    },
    isCancelled: true,
  };
}

/** Returns all dialects; the app's own comes first. */
export function dialectsWith(toAnswer: ToInterruptAnswer | undefined): readonly Dialect[] {
  const own = toAnswer === undefined ? [] : [ownDialect(toAnswer)];
  return [...own, approved, langGraph, langGraphBatched, unknown];
}
