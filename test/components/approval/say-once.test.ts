import { describe, expect, it } from 'vitest';
import type { PendingItem } from '../../../src/approval/broker/pending.js';
import { type CardTexts, cardTexts, sayOnce } from '../../../src/components/approval/say-once.js';
import type { DeferredCall } from '../../../src/protocol/deferred.js';
import { arabicStrings } from '../../../src/words/arabic/index.js';
import { germanStrings } from '../../../src/words/german/index.js';
import { defaultStrings } from '../../../src/words/strings.js';
import { approval } from '../support.js';

type Given = Partial<DeferredCall> & { readonly toldByTool?: string };

function itemOf({ toldByTool, ...rest }: Given): PendingItem {
  const item = approval('a', { title: 'Write a', ...rest });
  return toldByTool === undefined ? item : { ...item, metadata: { reason: toldByTool } };
}

/** Returns the texts below title and risk: the reason, the capabilities and the facts. */
function textsOf({ reason, touches, facts }: CardTexts): readonly string[] {
  const all = [...(reason === null ? [] : [reason.words]), ...touches, ...facts];
  return all.map((text) => text.replace(/[\u2068\u2069]/g, ''));
}

const once = (given: Given, words = defaultStrings): readonly string[] => {
  const item = itemOf(given);
  return textsOf(sayOnce(item, item.call.title, words));
};

const always = defaultStrings.approval.askedAlways;
const file = { title: 'Delete notes/old.md', risk: 'destructive', input: { path: 'notes/old.md' } } as const;

describe('A text of a card is left out', () => {
  it.each<[string, Given, readonly string[]]>([
    ['a fact beside the risk that says it', { ...file, facts: ['cannot be undone'] }, [always]],
    ['a fact with other case and a full stop', { ...file, facts: ['It can’t be undone.'] }, [always]],
    ['a fact with the word of the risk', { title: 'Pay Bo', risk: 'high', facts: ['High risk'] }, [always]],
    ['a reason of a rule beside the risk that says it', { ...file, reason: 'It cannot be undone.' }, []],
    ['a reason of a tool beside the risk that says it', { ...file, toldByTool: 'irreversible' }, []],
    [
      'a capability whose verb and object are in the title',
      { title: 'Write notes.md', capabilities: ['fs.write:/notes.md'] },
      [always],
    ],
    [
      'a reason that says such a capability',
      { title: 'Write notes.md', capabilities: ['fs.write:/notes.md'], reason: 'changes files' },
      [],
    ],
    ['a capability for all files beside a path in the title', { ...file, capabilities: ['fs.delete'] }, [always]],
    [
      'a danger that is said four times',
      { ...file, capabilities: ['fs.delete:/notes/old.md'], facts: ['deletes files', 'cannot be undone'] },
      [always],
    ],
    [
      'a fact that repeats a capability',
      { title: 'Tidy up', capabilities: ['fs.delete'], facts: ['Deletes files.'] },
      [always, 'deletes files'],
    ],
    [
      'a capability that the reason names',
      { title: 'Tidy up', capabilities: ['fs.delete:/a'], asksFor: ['fs.delete:/a'] },
      ['Asked because of deleting /a.'],
    ],
    [
      'a capability that equals the reason of a rule',
      { title: 'Tidy up', capabilities: ['fs.delete'], reason: 'deletes files' },
      ['Asked because: deletes files'],
    ],
    ['a fact that repeats the reason', { reason: 'Too late', facts: ['too late'] }, ['Asked because: Too late']],
    ['that the tool always asks, beside the people who have to approve', { needs: [{ approvals: 2 }] }, []],
    ['an amount that is in the title', { title: 'Delete a/ and 214 files', facts: ['214 files'] }, [always]],
    ['a fact that is a sentence of the description', { summary: 'Goes to Bo. By mail.', facts: ['By mail'] }, [always]],
    ['a fact that is there twice', { facts: ['fast', 'fast'] }, [always, 'fast']],
    ['a fact that equals the title', { title: 'Write a', facts: ['write a'] }, [always]],
  ])('C464 %s', (_, given, texts) => {
    expect(once(given)).toEqual(texts);
  });
});

describe('A text of a card stays', () => {
  it.each<[string, Given, readonly string[]]>([
    ['a danger without a risk that says it', { facts: ['cannot be undone'] }, [always, 'cannot be undone']],
    ['a danger beside a lower risk', { risk: 'high', facts: ['cannot be undone'] }, [always, 'cannot be undone']],
    [
      'a danger with more to it',
      { ...file, facts: ['cannot be undone after Friday'] },
      [always, 'cannot be undone after Friday'],
    ],
    [
      'a reason with more to it',
      { ...file, reason: 'It cannot be undone, or leaves the page.' },
      ['Asked because: It cannot be undone, or leaves the page.'],
    ],
    [
      'a capability for another object than the title names',
      { title: 'Write notes.md', capabilities: ['fs.write:/passwords'] },
      [always, 'writing /passwords'],
    ],
    [
      'a capability for more than the title names',
      { title: 'Write drafts/a.md', capabilities: ['fs.write:/drafts/**'] },
      [always, 'writing under /drafts'],
    ],
    [
      'a capability with another verb than the title has',
      { title: 'Write notes.md', capabilities: ['fs.delete:/notes.md'] },
      [always, 'deletes files'],
    ],
    [
      'a capability whose verb is only part of a file name',
      { title: 'Copy Remove me.txt', capabilities: ['fs.delete:/Remove me.txt'] },
      [always, 'deletes files'],
    ],
    [
      'a capability that the title denies',
      { title: 'Do not delete a.md', capabilities: ['fs.delete:/a.md'] },
      [always, 'deletes files'],
    ],
    [
      'a capability for all files beside a title without a path',
      { title: 'Write a poem', capabilities: ['fs.write'], input: { topic: 'a' } },
      [always, 'changes files'],
    ],
    ['a capability of another kind', { ...file, capabilities: ['mail.send'] }, [always, '“mail.send”']],
    ['an amount that is only part of another', { title: 'Pay €4200', facts: ['€420'] }, [always, '€420']],
    [
      'words without a number that are in the title',
      { title: 'Never send mail', facts: ['send mail'] },
      [always, 'send mail'],
    ],
    [
      'a reason that is the kit’s own sentence',
      { title: 'Clear .env', toldByTool: 'protected', capabilities: ['fs.write:/.env'] },
      ['Asked because this is protected.'],
    ],
    [
      'other facts, in their order',
      { ...file, facts: ['2 KB', 'cannot be undone', 'of 2019'] },
      [always, '2 KB', 'of 2019'],
    ],
  ])('C465 %s', (_, given, texts) => {
    expect(once(given)).toEqual(texts);
  });

  it('on cards that do not render the others', () => {
    const item = itemOf({ ...file, capabilities: ['fs.delete:/notes/old.md'], facts: ['cannot be undone'] });

    const texts = textsOf(cardTexts(item, item.call.title, defaultStrings));

    expect(texts).toEqual([always, 'deletes files', 'cannot be undone']);
  });
});

describe('The same holds', () => {
  it('in German, with a verb at the end', () => {
    const given = { ...file, title: 'notes/old.md löschen', facts: ['Kann nicht rückgängig gemacht werden'] };

    expect(once({ ...given, capabilities: ['fs.delete:/notes/old.md'] }, germanStrings)).toEqual([
      germanStrings.approval.askedAlways,
    ]);
  });

  it('in Arabic, and for English facts beside Arabic words', () => {
    const given = { ...file, title: 'حذف notes/old.md', facts: ['لا يمكن التراجع عنه', 'cannot be undone'] };

    expect(once({ ...given, capabilities: ['fs.delete:/notes/old.md'] }, arabicStrings)).toEqual([
      arabicStrings.approval.askedAlways,
    ]);
  });
});
