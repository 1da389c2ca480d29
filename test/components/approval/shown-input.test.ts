import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PreviewState } from '../../../src/approval/broker/pending.js';
import {
  isInputShownElsewhere,
  type ShownTexts,
  shownTexts,
  wordPlaces,
} from '../../../src/components/approval/shown-input.js';
import type { JSONValue } from '../../../src/protocol/base/json.js';
import type { DeferredCall } from '../../../src/protocol/deferred.js';
import { call } from '../support.js';

const none: PreviewState = { status: 'none' };

function isShownElsewhere(input: JSONValue, rest: Partial<DeferredCall> = {}, preview: PreviewState = none): boolean {
  const its = call('a', { title: '', ...rest, input });
  return isInputShownElsewhere(its, shownTexts(its, its.title, preview));
}

function diff(before: string, after: string): PreviewState {
  return { status: 'ready', preview: { type: 'diff', before, after, path: '.env' } };
}

describe('An input is shown by other parts', () => {
  it.each<[string, JSONValue, Partial<DeferredCall>]>([
    ['by the title', { path: 'a.md' }, { title: 'Delete a.md' }],
    ['by the title, at the end of a sentence', { path: 'a.md' }, { title: 'Delete a.md.' }],
    ['in quotes', { subject: 'Friday' }, { title: 'Send “Friday”' }],
    ['by two words of the title', { from: 'a', to: 'b' }, { title: 'Rename a to b' }],
    ['by title and facts', { to: 'Bo', euros: 40 }, { title: 'Pay Bo', facts: ['40 €'] }],
    ['by the description', { to: ['ana@x.org', 'bo@x.org'] }, { summary: 'To ana@x.org, bo@x.org.' }],
    ['twice where it stands twice', { from: 'a', to: 'a' }, { title: 'Copy a to a' }],
    ['where it has no members', {}, { title: 'Pack all' }],
    ['with names within it', { set: { mode: 'fast' } }, { title: 'Set mode to fast' }],
    ['where it is yes', { force: true }, { title: 'Push, force: true' }],
  ])('C159 %s', (_, input, rest) => {
    expect(isShownElsewhere(input, rest)).toBe(true);
  });

  it('C159 by a diff that is shown completely', () => {
    expect(isShownElsewhere({ path: '.env', content: '' }, { title: 'Clear .env' }, diff('A=1\nB=2\nC=3\n', ''))).toBe(
      true,
    );
    expect(isShownElsewhere({ path: '.env', content: 'A=1' }, { title: 'Write .env' }, diff('', 'A=1'))).toBe(true);
  });
});

describe('An input is not shown by other parts', () => {
  it.each<[string, JSONValue, Partial<DeferredCall>]>([
    ['by nothing', { path: 'a.md' }, { title: 'Delete a file' }],
    ['by a part of a word', { path: 'a' }, { title: 'Clear all' }],
    ['by the end of a longer path', { path: '.env' }, { title: 'Clear config/.env' }],
    ['by the beginning of a longer path', { path: 'notes' }, { title: 'Delete notes/old.md' }],
    ['by a number with other digits', { euros: 4 }, { title: 'Pay 40' }],
    ['by a number as people write it', { euros: 4000 }, { title: 'Pay 4,000' }],
    ['once where it has it twice', { from: 'a', to: 'a' }, { title: 'Copy a' }],
    ['by another case', { path: 'README' }, { title: 'Delete readme' }],
    ['with a member more', { path: 'a.md', force: true }, { title: 'Delete a.md' }],
    ['with a name within it that the model chose', { set: { MODE: 'fast' } }, { title: 'Set fast' }],
    ['where a text reads like a number', { id: '5' }, { title: 'Delete 5' }],
    ['where a text is empty', { path: 'a.md', content: '' }, { title: 'Write a.md' }],
    ['where a list is empty', { path: 'a.md', to: [] }, { title: 'Send a.md' }],
    ['where it ends in a space', { path: 'a.md ' }, { title: 'Delete a.md ' }],
    ['where it is hidden', { path: 'a.md' }, { title: 'Delete a.md', redactions: { hide: [['path']] } }],
    ['where it deceives', { path: 'p\u0430ckage.md' }, { title: 'Delete p\u0430ckage.md' }],
    ['where the title deceives', { path: 'a.md' }, { title: 'Delete a.md p\u0430ckage' }],
    ['where it runs as something else', { path: 'a.md' }, { title: 'Delete a.md', effectiveInput: { path: 'a.md' } }],
    ['where nothing has checked it', { path: 'a.md' }, { title: 'Delete a.md', unchecked: true }],
  ])('C159 %s', (_, input, rest) => {
    expect(isShownElsewhere(input, rest)).toBe(false);
  });

  it.each<[string, PreviewState]>([
    ['that is being made', { status: 'loading' }],
    ['of another text', diff('', 'A=2')],
    ['that folds what is long', diff('', Array(9).fill('A=1').join('\n'))],
    ['that folds what stays', diff('1\n2\n3\n4\n5\n6\n7\n8', '1\n2\n3\n4\n5\n6\n7\n9')],
  ])('C159 by a preview %s', (_, preview) => {
    const content = preview.status === 'ready' && preview.preview.type === 'diff' ? preview.preview.after : 'A=1';

    const isWhole = isShownElsewhere({ content: content === 'A=2' ? 'A=1' : content }, {}, preview);

    expect(isWhole).toBe(false);
  });
});

const words = fc.stringMatching(/^[a-z]{1,6}(?:\.[a-z]{1,3})?$/).filter((text) => !/^(?:true|false|null)/.test(text));

describe('Any input', () => {
  it('C159 is shown by a title that names each leaf, and not by a title that omits one', () => {
    fc.assert(
      fc.property(fc.uniqueArray(words, { minLength: 1, maxLength: 5 }), fc.nat(), (leaves, at) => {
        const input = Object.fromEntries(leaves.map((leaf, index) => [`member${index}`, leaf]));
        const left = leaves[at % leaves.length];
        const others = leaves.filter((leaf) => leaf !== left);

        expect(isShownElsewhere(input, { title: `Do ${leaves.join(', ')}` })).toBe(true);
        expect(isShownElsewhere(input, { title: `+ ${others.join(' + ')}` })).toBe(false);
      }),
    );
  });

  it('C159 appears verbatim in the texts that show it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 2 }), fc.array(fc.string(), { maxLength: 3 }), (value, texts) => {
        const input = JSON.parse(JSON.stringify(value)) as JSONValue;
        const shown: ShownTexts = { texts, wholes: [] };
        fc.pre(isInputShownElsewhere(call('a', { input }), shown));

        for (const leaf of leavesIn(input)) expect(texts.some((text) => text.includes(leaf))).toBe(true);
      }),
    );
  });
});

function leavesIn(value: JSONValue): string[] {
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Object.values(value).flatMap((member) => leavesIn(member as JSONValue));
}

describe('A text too long to read', () => {
  it('C159 shows no input, and takes no time', () => {
    const long = 'a '.repeat(500_000);
    let deep: JSONValue = 'a';
    for (let level = 0; level < 20_000; level++) deep = [deep];

    expect(isShownElsewhere({ path: 'a' }, { title: long })).toBe(false);
    expect(isShownElsewhere({ path: long }, { title: 'a' })).toBe(false);
    expect(isShownElsewhere({ path: deep }, { title: 'a' })).toBe(false);
  });
});

describe('The places of a word', () => {
  it('are where it stands by itself', () => {
    expect(wordPlaces('a', 'a, (a) and b/a, aa')).toEqual([
      { start: 0, end: 1 },
      { start: 4, end: 5 },
    ]);
  });
});
