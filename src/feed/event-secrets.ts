import { withVisibleSpellings } from '../approval/deceptive/escape-unseen.js';
import { secretTexts } from '../approval/redaction/call-secrets.js';
import type { JSONValue } from '../protocol/base/json.js';
import type { JSONPath } from '../protocol/base/json-path.js';
import { isRecord } from '../protocol/base/record.js';
import type { DeferredCall, Redactions } from '../protocol/deferred.js';
import { callKey } from '../protocol/ledger/call-ledger.js';
import type { RunEvent, RunEventOf } from '../protocol/run-event.js';

/** The secrets in events. A secret that one event reveals is hidden in all of them. Grows event by event. */
export class EventSecrets {
  readonly #texts = new Set<string>();
  /** The redactions that tools requested, by call. */
  readonly #redactions = new Map<string, Redactions>();
  #list: readonly string[] = [];

  /** The secrets so far. Another list whenever there are more. */
  get texts(): readonly string[] {
    if (this.#list.length < this.#texts.size) this.#list = [...this.#texts];
    return this.#list;
  }

  /** Adds the secrets of an event. */
  add(event: RunEvent): void {
    if ('delta' in event) return; // Part of a text that a later event contains as a whole.
    for (const call of deferredIn(event))
      if (call.redactions !== undefined) this.#redactions.set(callKey(event, call.toolCallId), call.redactions);
    if (event.type === 'answer' && event.editedCall?.redactions !== undefined)
      this.#addHidden(event, event.editedCall.redactions);
    const hide = this.hiddenIn(event);
    // Names of agents are not secrets, even if they look like one.
    const { agentPath: _, callPath: _calls, ...body } = event;
    const found = secretTexts(body as JSONValue, { refine: () => hide }); // the rest of JSON
    for (const text of withVisibleSpellings(found)) this.#texts.add(text);
  }

  /** Adds the redactions of an edited input. The parts that the tool hid in the original input stay hidden. */
  #addHidden(event: RunEventOf<'answer'>, { hide = [] }: Redactions): void {
    const before = this.redactionsOf(event, event.toolCallId);
    const all = { ...before, hide: [...(before?.hide ?? []), ...hide] };
    this.#redactions.set(callKey(event, event.toolCallId), all);
  }

  /** Returns the redactions that the tool requested for the input of a call. */
  redactionsOf(event: RunEvent, toolCallId: string): Redactions | undefined {
    return this.#redactions.get(callKey(event, toolCallId));
  }

  /** Returns the paths of an event at which tools hide a part of an input. */
  hiddenIn(event: RunEvent): readonly JSONPath[] {
    if (this.#redactions.size === 0) return [];
    const found: JSONPath[] = [];
    const inputs = (toolCallId: unknown, at: JSONPath): void => {
      const hide = typeof toolCallId === 'string' ? (this.redactionsOf(event, toolCallId)?.hide ?? []) : [];
      for (const path of hide)
        for (const name of ['input', 'effectiveInput', 'overrideArgs']) found.push([...at, name, ...path]);
    };
    const walk = (value: unknown, at: JSONPath): void => {
      if (Array.isArray(value)) for (const [index, item] of value.entries()) walk(item, [...at, index]);
      else if (isRecord(value)) inputs(value.toolCallId, at);
    };
    if ('toolCallId' in event) for (const at of [[], ['answer']]) inputs(event.toolCallId, at);
    if ('call' in event) inputs(event.call.toolCallId, ['call']);
    if ('ranAs' in event) inputs(event.ranAs?.toolCallId, ['ranAs']);
    if ('requests' in event && event.requests !== undefined) {
      walk(event.requests.approvals, ['requests', 'approvals']);
      walk(event.requests.calls, ['requests', 'calls']);
    }
    if ('results' in event)
      for (const id of Object.keys(event.results?.approvals ?? {})) inputs(id, ['results', 'approvals', id]);
    for (const name of ['messages', 'prompt'] as const) {
      const messages: unknown = Object(event)[name];
      if (!Array.isArray(messages)) continue;
      for (const [index, message] of messages.entries())
        if (isRecord(message)) walk(message.content, [name, index, 'content']);
    }
    return found;
  }
}

function deferredIn(event: RunEvent): readonly DeferredCall[] {
  if ('call' in event) return [event.call];
  if (!('requests' in event) || event.requests === undefined) return [];
  return [...event.requests.approvals, ...event.requests.calls];
}
