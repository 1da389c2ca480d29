import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { appendDelta, OpenTexts } from '../../../src/protocol/ledger/text-assembler.js';
import type { RunEvent, RunEventBody } from '../../../src/protocol/run-event.js';

const event = (body: RunEventBody): RunEvent => ({ v: 1, seq: 0, at: 0, runId: 'r', agentPath: ['lead'], ...body });
const start = event({ type: 'text-start', id: '0' });
const end = event({ type: 'text-end', id: '0' });
const delta = (text: string, offset?: number): RunEvent =>
  event({ type: 'text-delta', id: '0', delta: text, ...(offset === undefined ? {} : { offset }) });

describe('appendDelta', () => {
  it('C453 returns the text, with any parts of it received again (property)', () => {
    const cuts = fc.array(fc.tuple(fc.nat({ max: 30 }), fc.nat({ max: 30 })));
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 30 }), cuts, (whole, again) => {
        let text = '';
        for (let at = 0; at < whole.length; at += 3) {
          text = appendDelta(text, { delta: whole.slice(at, at + 3), offset: at });
          for (const [from, to] of again)
            if (from <= text.length) text = appendDelta(text, { delta: whole.slice(from, to), offset: from });
          expect(whole.startsWith(text)).toBe(true);
        }
        expect(text).toBe(whole);
      }),
    );
  });

  it('C453 continues the text with a delta that has no offset', () => {
    expect(appendDelta('ha', { delta: 'ha' })).toBe('haha');
  });
});

describe('OpenTexts', () => {
  it('C453 returns one text from its start to its end, and another one for the next start', () => {
    const texts = new OpenTexts();

    const [begun, grown, ended, again] = [start, delta('one', 0), end, start].map((each) => texts.apply(each));

    expect(begun).toBe(grown);
    expect(grown).toBe(ended);
    expect(again).not.toBe(begun);
    expect(texts.find(end)).toBe(again);
  });

  it('C453 continues a text, also if the events begin in the middle of it', () => {
    const texts = new OpenTexts();

    texts.apply(delta('cde', 2));
    texts.apply(delta('def', 3));

    expect(texts.find(end)).toEqual({ end: 6 });
  });
});
