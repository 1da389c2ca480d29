import { type JSONPath, redact } from '../../approval/redact.js';
import type { DeferredCall, Redactions } from '../../protocol/deferred.js';
import { isSameJson, type JSONValue } from '../../protocol/json.js';
import type { RunEvent, RunEventOf } from '../../protocol/run-event.js';

/** Nothing is cut: what is left has to be a run that can be loaded again. */
const whole = { maxText: Number.POSITIVE_INFINITY, maxItems: Number.POSITIVE_INFINITY };

type DeltaEvent = RunEventOf<'text-delta' | 'reasoning-delta' | 'tool-input-delta'>;

/**
 * Events without their secrets, as many as before. A secret may be spread over several deltas, so each text is redacted as
 * one and then stands in its first delta; an input that is no JSON yet is hidden altogether. Events that hold no secret
 * stay what they are.
 */
export function redactEvents(events: readonly RunEvent[]): readonly RunEvent[] {
  const texts = new Map<string, string>();
  const said = new Map<string, Redactions>();
  const names = new TextNames();
  for (const event of events) {
    if ('delta' in event) texts.set(names.of(event), (texts.get(names.of(event)) ?? '') + event.delta);
    else names.begin(event);
    if ('call' in event && event.call.redactions !== undefined)
      said.set(callKey(event, event.call.toolCallId), event.call.redactions);
  }
  const again = new TextNames();
  const written = new Set<string>();
  return events.map((event): RunEvent => {
    if (!('delta' in event)) {
      again.begin(event);
      return redactEvent(event, 'toolCallId' in event ? said.get(callKey(event, event.toolCallId ?? '')) : undefined);
    }
    const name = again.of(event);
    const text = texts.get(name) ?? '';
    const safe = event.type === 'tool-input-delta' ? redactInput(text) : redactText(text);
    if (safe === text) return event;
    const isFirst = !written.has(name);
    written.add(name);
    return { ...event, delta: isFirst ? safe : '' };
  });
}

/** Texts by run, agent and id; an id may come back in a later step. */
class TextNames {
  readonly #rounds = new Map<string, number>();

  begin(event: RunEvent): void {
    if (event.type !== 'text-start' && event.type !== 'reasoning-start') return;
    const key = this.#key(event, event.id);
    this.#rounds.set(key, (this.#rounds.get(key) ?? 0) + 1);
  }

  of(event: DeltaEvent): string {
    const key = this.#key(event, 'id' in event ? event.id : event.toolCallId);
    return `${event.type} ${this.#rounds.get(key) ?? 0} ${key}`;
  }

  #key({ type, runId, agentPath }: RunEvent, id: string): string {
    return `${runId} ${agentPath.join('/')} ${type.split('-')[0]} ${id}`;
  }
}

function callKey({ runId, agentPath }: RunEvent, toolCallId: string): string {
  return `${runId} ${agentPath.join('/')} ${toolCallId}`;
}

function redactText(text: string): string {
  const { value } = redact(text, whole);
  return typeof value === 'string' ? value : '';
}

function redactInput(text: string): string {
  try {
    const value: JSONValue = JSON.parse(text);
    const safe = redact(value, whole).value;
    return isSameJson(value, safe) ? text : JSON.stringify(safe);
  } catch {
    return text === '' ? '' : '[redacted]';
  }
}

function redactEvent(event: RunEvent, said: Redactions | undefined): RunEvent {
  const { v, seq, at, runId, agentPath, type, ...body } = JSON.parse(JSON.stringify(event)) as RunEvent; // events are JSON
  const hide = hiddenIn(event, said);
  const refine = hide.length === 0 ? undefined : () => hide;
  const { value, redactions } = redact(body as JSONValue, { ...whole, refine }); // the rest of JSON
  if (redactions.length === 0) return event;
  return { v, seq, at, runId, agentPath, type, ...(value as object) } as RunEvent; // the same members, some of them hidden
}

/** What a tool says about its input counts wherever that input stands. */
function hiddenIn(event: RunEvent, said: Redactions | undefined): readonly JSONPath[] {
  if ('call' in event) return inCall(event.call, ['call']);
  if ('requests' in event && event.requests !== undefined) {
    const { approvals, calls } = event.requests;
    return [
      ...approvals.flatMap((call, index) => inCall(call, ['requests', 'approvals', index])),
      ...calls.flatMap((call, index) => inCall(call, ['requests', 'calls', index])),
    ];
  }
  return (said?.hide ?? []).flatMap((path) => [
    ['input', ...path],
    ['answer', 'overrideArgs', ...path],
  ]);
}

function inCall({ redactions }: DeferredCall, at: JSONPath): readonly JSONPath[] {
  return (redactions?.hide ?? []).flatMap((path) => [
    [...at, 'input', ...path],
    [...at, 'willRunAs', ...path],
  ]);
}
