import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decisionRecord, toJsonLines } from '../../src/approval/record/decision-record.js';
import { feedFormat } from '../../src/feed/feed-format.js';
import { FeedProjector } from '../../src/feed/feed-projector.js';
import { redactEvents } from '../../src/feed/redact-events.js';
import { exportRunEvents, parseRunEvents } from '../../src/feed/run-event-lines.js';
import { noUsage } from '../../src/protocol/outcome.js';
import type { RunEvent, RunEventBody } from '../../src/protocol/run-event.js';
import { defaultStrings } from '../../src/words/strings.js';
import { rowsOf } from '../feed/feed-rows.js';

const feedWords = {
  feed: defaultStrings.feed,
  calls: defaultStrings.card,
  format: feedFormat('en'),
};

/**
 * A run in which a tool, a model and people say a secret wherever they can; it is one because of the name that it
 * stands under.
 */
function tellingRun(secret: string, { key = 'password', at = 0.5, redactions = {} } = {}): readonly RunEvent[] {
  const input = { user: 'ann', [key]: secret, note: `say ${secret}` };
  const said = `so ${secret} it is`;
  const cut = Math.round(said.length * at);
  const call = {
    toolCallId: 'a',
    toolName: 'login',
    title: `Log in with ${secret}`,
    summary: said,
    facts: [said],
    capabilities: [`vault.read:${secret}`],
    reason: said,
    input,
    effectiveInput: { ...input, echo: secret },
    redactions,
  };
  const error = { code: 'x', name: 'Error', message: said };
  const requests = { approvals: [call], calls: [], metadata: { a: { said } } };
  const override = { ...input, note: 'no' };
  const answer = { kind: 'tool-approved', overrideArgs: override, note: said } as const;
  const person = { type: 'person' } as const;
  const part = { type: 'tool-call', toolCallId: 'a', toolName: 'login', input } as const;
  const result = { ...part, type: 'tool-result', output: { type: 'json', value: { said } } } as const;
  const bodies: readonly RunEventBody[] = [
    { type: 'run-start', conversationId: 'c', prompt: [{ role: 'user', content: said }] },
    { type: 'step-start', step: 1 },
    { type: 'text-start', id: 't' },
    { type: 'text-delta', id: 't', delta: said.slice(0, cut) },
    { type: 'text-delta', id: 't', delta: said.slice(cut) },
    { type: 'text-end', id: 't' },
    { type: 'tool-input-start', toolCallId: 'a', toolName: 'login' },
    { type: 'tool-input-delta', toolCallId: 'a', delta: JSON.stringify(input) },
    { type: 'tool-input-end', toolCallId: 'a' },
    { type: 'tool-call', toolCallId: 'a', toolName: 'login', input },
    {
      type: 'policy-decision',
      toolCallId: 'a',
      toolName: 'login',
      effect: 'ask',
      reason: said,
      by: { type: 'rule', policy: 'p', rule: 'r' },
      capabilities: call.capabilities,
      input,
    } as RunEventBody, // whoever decided
    { type: 'deferred-request', batchId: 'b', round: 1, requests },
    { type: 'approval-requested', batchId: 'b', call, metadata: { said } },
    { type: 'answer', batchId: 'b', toolCallId: 'a', answer, by: person },
    {
      type: 'deferred-response',
      batchId: 'b',
      results: { approvals: { a: answer }, calls: {}, metadata: { a: { said } }, defer: [] },
    },
    { type: 'tool-start', toolCallId: 'a', toolName: 'login', input, title: call.title, approved: true, edited: true },
    { type: 'tool-progress', toolCallId: 'a', value: { text: said, seen: [secret] } },
    {
      type: 'tool-end',
      toolCallId: 'a',
      toolName: 'login',
      end: { status: 'returned', value: { said, echo: secret } },
    },
    { type: 'tool-end', toolCallId: 'a', toolName: 'login', end: { status: 'failed', message: said, error } },
    { type: 'late-answer', toolCallId: 'a', reason: 'answered' },
    { type: 'usage', usage: noUsage },
    {
      type: 'step-end',
      step: 1,
      finishReason: 'tool-calls',
      messages: [
        { role: 'assistant', content: [{ type: 'text', text: said }, part] },
        { role: 'tool', content: [result] },
      ],
    },
    { type: 'model-retry', attempt: 1, delay: 5, error },
    { type: 'warning', code: 'w', message: said },
    { type: 'run-end', outcome: 'failed', usage: noUsage, output: { said }, error, reason: said },
  ];
  return bodies.map((body, seq) => ({
    v: 1,
    seq,
    at: 1_700_000_000_000 + seq,
    runId: 'r',
    agentPath: ['lead'],
    ...body,
  }));
}

/** All that is made of events for people to read, or to be kept. */
async function redacted(events: readonly RunEvent[]): Promise<Readonly<Record<string, string>>> {
  const log = new FeedProjector(feedWords).read(events);
  const rows = rowsOf(log);
  return {
    export: exportRunEvents(events),
    record: toJsonLines(await decisionRecord(events)),
    lines: rows.map(({ words, detail = '', by = '' }) => `${words} ${detail} ${by}`).join('\n'),
    details: rows.map((row) => JSON.stringify(redactEvents(row.events.slice(), log.secrets))).join('\n'),
  };
}

function spellings(secret: string): readonly string[] {
  return [secret, JSON.stringify(secret).slice(1, -1)];
}

describe('a value under the key of a secret', () => {
  it('C118 C94 is in no text that is created from the events of its run', async () => {
    for (const [place, text] of Object.entries(await redacted(tellingRun('hunter2$|x')))) {
      expect(text, place).not.toContain('hunter2');
      expect(text, place).toContain('[redacted]');
    }
  });

  it('C118 is hidden like values that its tool hides, and numbers', async () => {
    const redactions = { hide: [['card']] };
    const number = tellingRun('4711', { key: 'card', redactions });

    for (const [place, text] of Object.entries(await redacted(number))) expect(text, place).not.toContain('4711');
    const events = JSON.parse(JSON.stringify(number).replaceAll('"card":"4711"', '"card":4711')) as readonly RunEvent[];
    for (const [place, text] of Object.entries(await redacted(events))) expect(text, place).not.toContain('4711');
  });

  it('C118 is hidden if it is a password of punctuation under a weak name', async () => {
    for (const [place, text] of Object.entries(await redacted(tellingRun('q7!k9!,,_', { key: 'cookie' }))))
      expect(text, place).not.toContain('q7!k9');
  });

  it('C118 is removed from lines that were created before it was identified', () => {
    const events = tellingRun('hunter2');
    const projector = new FeedProjector(feedWords);
    const early = projector.read(events.slice(0, 6));
    const before = rowsOf(early).map(({ detail }) => detail);
    const late = projector.read(events.slice(0, 12));

    expect(before.join()).toContain('hunter2');
    expect(
      rowsOf(late)
        .map(({ detail }) => detail)
        .join(),
    ).not.toContain('hunter2');
  });

  it('C118 leaves the ids of events and calls, so that the run can be loaded again', () => {
    for (const secret of ['login', 'returned', 'tool-call', 'assistant', 'json', '1700000000000', 'lead'])
      expect(parseRunEvents(exportRunEvents(tellingRun(secret))).map(({ type }) => type)).toEqual(
        tellingRun(secret).map(({ type }) => type),
      );
  });

  it('C118 is never shown, for any value and name, even if a text is truncated inside it', async () => {
    const plain = Object.values(await redacted(tellingRun('§§§§')))
      .join()
      .replaceAll('§', '');
    const secret = fc
      .oneof(
        fc.string({ unit: 'binary', minLength: 4, maxLength: 24 }),
        fc.string({ unit: fc.constantFrom(...'aB1$`|"\'\\\n; %=:/'), minLength: 4, maxLength: 24 }),
        fc.integer({ min: 100_000 }).map(String),
      )
      // Neither blank nor a word that stands there anyway.
      .filter(
        (text) => text.trim().length >= 4 && spellings(text.trim()).every((spelling) => !plain.includes(spelling)),
      )
      // Common words and placeholders may stand in a title, see C339.
      .map((text) => (/^\d+$/.test(text.trim()) ? text.trim() : `q7!k9${text.trim()}`));
    const key = fc.constantFrom('password', 'apiKey', 'X-Auth-Token', 'client_secret', 'pin', 'pw', 'cookie');
    await fc.assert(
      fc.asyncProperty(secret, key, fc.float({ min: 0, max: 1, noNaN: true }), async (text, name, at) => {
        for (const [place, shown] of Object.entries(await redacted(tellingRun(text, { key: name, at }))))
          for (const spelling of spellings(text)) expect(shown.includes(spelling), place).toBe(false);
      }),
      { numRuns: 60 },
    );
  });
});
