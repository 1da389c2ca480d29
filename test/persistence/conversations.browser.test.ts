import type { UIMessage } from 'ai';
import type { RunStorage } from 'countersign/persistence';
import { describe, expect, it, vi } from 'vitest';
import type { ConversationSnapshot } from '../../src/conversation/state/conversation-snapshot.js';
import { conversationOf, endOf, entriesOf, questionOf } from './samples.js';
import { kinds } from './storages.js';

const yes = { answer: { kind: 'tool-approved' }, by: { type: 'person' }, at: 1 } as const;

/** A conversation with a run that did something and waits for more. */
async function fill(storage: RunStorage, id: string, runId: string): Promise<void> {
  const journal = storage.journal(runId);
  await journal.step('model:1', async () => 'Hi');
  await journal.step('tool:1', async () => 'done', { once: true });
  await storage.events(runId).append([...entriesOf(0, 2, runId), questionOf(runId, `${runId}-1-1`)]);
  await storage.answer(`${runId}-1-1`, { c1: yes });
  await storage.conversations.put(conversationOf(id, { runIds: [runId] }));
}

/** A conversation of a page whose run is over. */
function restingConversation(messages: readonly UIMessage[]): ConversationSnapshot {
  const nothing = { turns: [], pendingPrompt: [], queued: [], drafts: {}, choices: {}, parked: null, lastEnd: null };
  return { v: 1, status: 'idle', messages, shown: messages, history: [], ...nothing };
}

describe.each(kinds)('conversations in $name', ({ make }) => {
  it('come back as they were put', async () => {
    const { storage, other } = make();
    const stored = { v: 1, messages: [{ role: 'user', content: 'Hello' }] } as const;
    const record = conversationOf('a', { state: 'waiting', waitingSince: 7, runIds: ['r2', 'r1'], stored });

    await storage.conversations.put(record);

    expect(await other.conversations.get('a')).toEqual(record);
    expect(await other.conversations.get('b')).toBeUndefined();
  });

  it('are put whole: what a record no longer says is gone, and its runs are kept in their order', async () => {
    const { storage, other } = make();
    await storage.conversations.put(conversationOf('a', { state: 'waiting', waitingSince: 7, runIds: ['r2'] }));

    await storage.conversations.put(conversationOf('a', { title: 'Later', runIds: ['r2', 'r1'] }));

    const record = await other.conversations.get('a');
    expect(record).toEqual(conversationOf('a', { title: 'Later', runIds: ['r2', 'r1'] }));
  });

  it('are listed without their messages, the latest first', async () => {
    const { storage, other } = make();
    await storage.conversations.put(conversationOf('a', { updatedAt: 1 }));
    await storage.conversations.put(conversationOf('b', { updatedAt: 3, state: 'waiting', waitingSince: 2 }));
    await storage.conversations.put(conversationOf('c', { updatedAt: 2, state: 'running' }));

    expect(await other.conversations.list()).toEqual([
      { id: 'b', title: 'About b', state: 'waiting', waitingSince: 2, updatedAt: 3 },
      { id: 'c', title: 'About c', state: 'running', updatedAt: 2 },
      { id: 'a', title: 'About a', state: 'idle', updatedAt: 1 },
    ]);
  });

  it('are renamed without their messages being touched; one that is gone stays gone', async () => {
    const { storage, other } = make();
    await storage.conversations.put(conversationOf('a', { runIds: ['r1'] }));

    await other.conversations.rename('a', 'Holidays');
    await other.conversations.rename('b', 'Nothing');

    expect(await storage.conversations.get('a')).toEqual(conversationOf('a', { title: 'Holidays', runIds: ['r1'] }));
    expect(await storage.conversations.list()).toHaveLength(1);
  });

  it('keep the title that another tab gives them while the page that goes on with one saves it', async () => {
    const { storage, other } = make();
    const claim = await storage.claim('a', { signal: new AbortController().signal, onWait: () => {} });
    const kept = restingConversation([{ id: 'm', role: 'user', parts: [{ type: 'text', text: 'A room' }] }]);
    await claim.save(kept);
    expect((await other.conversations.get('a'))?.title).toBe('A room');

    await Promise.all([claim.save({ ...kept, status: 'waiting' }), other.conversations.rename('a', 'Holidays')]);

    expect(await other.conversations.list()).toMatchObject([{ title: 'Holidays', state: 'waiting' }]);
    claim.release();
  });

  it('keep the title that they are given while they have no words of their own', async () => {
    const { storage, other } = make();
    await storage.conversations.put(conversationOf('b', { title: '' }));
    const options = { signal: new AbortController().signal, onWait: () => {} };
    const saves = await Promise.all(['a', 'b', 'c'].map((id) => storage.claim(id, options)));
    const picture = restingConversation([{ id: 'm', role: 'user', parts: [] }]);
    const words = restingConversation([{ id: 'm', role: 'user', parts: [{ type: 'text', text: 'A room' }] }]);
    for (const claim of saves) await claim.save(picture);
    const titles = async () => {
      const all = await Promise.all(['a', 'b', 'c'].map((id) => other.conversations.get(id)));
      return all.map((found) => found?.title);
    };
    expect(await titles()).toEqual(['', '', '']);

    await other.conversations.rename('a', 'Holidays');
    await other.conversations.rename('b', 'Work');
    await saves[0]?.save(picture);
    const early = await titles();
    for (const claim of saves) await claim.save(words);

    expect(early).toEqual(['Holidays', 'Work', '']);
    expect(await titles()).toEqual(['Holidays', 'Work', 'A room']);
    for (const claim of saves) claim.release();
  });

  it('are refused from a tab that lost the lead of their run', async () => {
    const { storage, other } = make();
    const epoch = await storage.lead('r1');
    await storage.conversations.put(conversationOf('a'), { runId: 'r1', epoch });
    await other.lead('r1');

    const late = storage.conversations.put(conversationOf('a', { title: 'Old' }), { runId: 'r1', epoch });

    await expect(late).rejects.toMatchObject({ code: 'stale-leader' });
    expect((await other.conversations.get('a'))?.title).toBe('About a');
  });

  it('are deleted with all that their runs left, and nobody else’s', async () => {
    const { storage, other } = make();
    await fill(storage, 'a', 'r1');
    await fill(storage, 'b', 'r10');

    await other.conversations.delete('a');

    expect((await storage.conversations.list()).map(({ id }) => id)).toEqual(['b']);
    expect(await storage.conversations.get('a')).toBeUndefined();
    expect(await storage.answersOf('r1-1-1')).toEqual({});
    expect(await storage.events('r1').count()).toBe(0);
    expect(await storage.journal('r1').steps()).toEqual([]);
    expect(await storage.answersOf('r10-1-1')).toEqual({ c1: yes });
    expect(await storage.events('r10').count()).toBe(4);
    expect(await storage.journal('r10').steps()).toHaveLength(2);
  });

  it('take answers with them that say whose they are, also where no events are kept', async () => {
    const { storage } = make();
    await storage.conversations.put(conversationOf('a', { runIds: ['r1'] }));
    await storage.answer('b1', { c1: yes }, { runId: 'r1' });

    await storage.conversations.delete('a');

    expect(await storage.answersOf('b1')).toEqual({});
  });

  it.each(['led', 'not led'])(
    'refuse all that is done in a run of theirs that was %s, once they are deleted',
    async (kind) => {
      const { storage, other } = make();
      const options = kind === 'led' ? { epoch: await storage.lead('r1') } : {};
      const journal = storage.journal('r1', options);
      await journal.step('a', async () => 1);
      await storage.conversations.put(conversationOf('a', { runIds: ['r1'] }));

      await other.conversations.delete('a');

      const work = vi.fn(async () => 2);
      const refused = { code: 'run-cleaned' };
      await expect(journal.step('a', work)).rejects.toMatchObject(refused);
      await expect(journal.step('b', work, { once: true })).rejects.toMatchObject(refused);
      await expect(storage.events('r1', options).append(entriesOf(0, 1))).rejects.toMatchObject(refused);
      await expect(storage.answer('b1', { c1: yes }, { runId: 'r1' })).rejects.toMatchObject(refused);
      expect(work).not.toHaveBeenCalled();
      const again = other.journal('r1', { epoch: await other.lead('r1') });
      await expect(again.step('c', work)).rejects.toMatchObject(refused); // what it did is not known any more
      expect(await other.journal('r1').steps()).toEqual([]);
      expect(await other.answersOf('b1')).toEqual({});
    },
  );

  it('C200 store nothing of a page that had one open when it was deleted, also after another starts under its name', async () => {
    const { storage, other } = make();
    const options = { signal: new AbortController().signal, onWait: () => {} };
    const keptAs = (text: string) => restingConversation([{ id: 'm', role: 'user', parts: [{ type: 'text', text }] }]);
    const before = await storage.claim('a', options);
    await before.save(keptAs('Old words'));
    await other.conversations.delete('a');
    const late = before.save(keptAs('Late words'));

    await expect(late).rejects.toMatchObject({ code: 'run-cleaned' });
    await expect(before.journal('r1').step('a', async () => 1)).rejects.toMatchObject({ code: 'run-cleaned' });
    expect(before.lost.reason).toMatchObject({ code: 'run-cleaned' });
    expect(await other.conversations.list()).toEqual([]);
    const after = await other.claim('a', options);
    await after.save(keptAs('New words'));
    await expect(before.save(keptAs('Later words'))).rejects.toMatchObject({ code: 'stale-leader' });
    expect((await other.conversations.list()).map(({ title }) => title)).toEqual(['New words']);
    after.release();
  });
});

const asked: UIMessage = {
  id: 'm2',
  role: 'assistant',
  parts: [
    {
      type: 'tool-rm',
      toolCallId: 'c1',
      state: 'approval-responded',
      input: { path: 'a' },
      approval: { id: 'c1', approved: true },
    },
    {
      type: 'tool-rm',
      toolCallId: 'c2',
      state: 'output-available',
      input: { path: 'b' },
      output: 'gone',
      approval: { id: 'c2', approved: true },
    },
  ],
};

describe.each(kinds)('an export of a conversation in $name', ({ make }) => {
  it('C181 imports messages and events into another storage, and neither answers nor steps', async () => {
    const { storage } = make();
    const { storage: elsewhere } = make();
    await fill(storage, 'a', 'r1');
    await storage.events('r1').append(entriesOf(3, 2500));
    const json: unknown = JSON.parse(JSON.stringify(await storage.conversations.export('a')));

    const id = await elsewhere.conversations.import(json);

    const record = await elsewhere.conversations.get(id);
    const [runId = ''] = record?.runIds ?? [];
    expect(record).toMatchObject({ title: 'About a', state: 'idle', messages: conversationOf('a').messages });
    expect(await elsewhere.events(runId).count()).toBe(2502);
    expect((await elsewhere.events(runId).read({ limit: 1 })).entries[0]).toMatchObject({
      key: 'e0',
      event: { runId },
    });
    expect(await elsewhere.journal(runId).steps()).toEqual([]);
    expect(await elsewhere.answersOf('r1-1-1')).toEqual({});
    expect(JSON.stringify(json)).not.toContain('tool-approved');
  });

  it('meets nothing of what is stored: its conversation and its runs have other ids', async () => {
    const { storage } = make();
    await fill(storage, 'a', 'r1');

    const id = await storage.conversations.import(await storage.conversations.export('a'));

    const copy = await storage.conversations.get(id);
    expect(id).not.toBe('a');
    expect(copy?.runIds).toHaveLength(1);
    expect(copy?.runIds).not.toContain('r1');
    expect(await storage.conversations.list()).toHaveLength(2);
  });

  it('says yes to nothing: an approval whose call has not ended is none here, and no question is put again', async () => {
    const { storage } = make();
    const stored = { v: 1, messages: [], requests: { approvals: [], calls: [], metadata: {} } } as const;
    await storage.conversations.put(conversationOf('a', { state: 'deferred', messages: [asked], stored }));

    const id = await storage.conversations.import(await storage.conversations.export('a'));

    const copy = await storage.conversations.get(id);
    expect(copy?.messages[0]?.parts).toEqual([
      { type: 'tool-rm', toolCallId: 'c1', state: 'input-available', input: { path: 'a' } },
      asked.parts[1],
    ]);
    expect(copy).not.toHaveProperty('stored');
    expect(copy?.state).toBe('idle');
  });

  it('of a conversation that is not there is nothing', async () => {
    expect(await make().storage.conversations.export('a')).toBeUndefined();
  });

  const good = { v: 1, title: 'A', messages: [], runs: [] };

  it.each([
    ['a text', 'no', 'it is not a JSON object'],
    ['another version', { ...good, v: 2 }, 'its v is'],
    ['messages without parts', { ...good, messages: [{ id: 'm', role: 'user' }] }, 'its messages.0 is'],
    ['events that are none', { ...good, runs: [[{ key: 'a', event: { type: 'warning' } }]] }, 'its runs.0.0.event is'],
  ])('that is wrong is refused whole: %s', async (_, json, problem) => {
    const { storage } = make();

    const imported = storage.conversations.import(json);

    await expect(imported).rejects.toMatchObject({
      code: 'imported-conversation',
      message: expect.stringContaining(problem),
    });
    expect(await storage.conversations.list()).toEqual([]);
  });
});

describe.each(kinds)('making room in $name', ({ make }) => {
  const clocked = () => {
    let time = 0;
    const { storage, other } = make(() => time);
    return {
      storage,
      other,
      setTime: (next: number): void => {
        time = next;
      },
    };
  };

  it('forgets what runs needed that are over and old; messages stay, and events as long as asked', async () => {
    const { storage, setTime } = clocked();
    setTime(100);
    await fill(storage, 'a', 'r1');
    setTime(200);
    await fill(storage, 'b', 'r2');

    const cleaned = await storage.clean({ olderThan: 150, eventsOlderThan: 50 });

    expect(cleaned).toBe(1);
    expect(await storage.journal('r1').steps()).toEqual([]);
    expect(await storage.answersOf('r1-1-1')).toEqual({});
    expect(await storage.events('r1').count()).toBe(4);
    expect((await storage.conversations.get('a'))?.messages).toHaveLength(1);
    expect(await storage.journal('r2').steps()).toHaveLength(2);

    await storage.clean({ olderThan: 150 });
    expect(await storage.events('r1').read()).toEqual({ entries: [] });
    expect(await storage.events('r1').count()).toBe(0);
    expect(await storage.clean({ olderThan: 150 })).toBe(0);
  });

  it('leaves a cleaned run unable to go on, instead of doing everything anew', async () => {
    const { storage, other, setTime } = clocked();
    await fill(storage, 'a', 'r1');
    setTime(10);
    await storage.clean({ olderThan: 5 });
    const work = vi.fn(async () => 1);

    await expect(other.journal('r1').step('model:1', work)).rejects.toMatchObject({ code: 'run-cleaned' });
    await expect(other.events('r1').append(entriesOf(0, 0))).rejects.toMatchObject({ code: 'run-cleaned' });
    expect(work).not.toHaveBeenCalled();
  });

  it.each(['running', 'waiting', 'deferred'] as const)('leaves alone what is %s', async (state) => {
    const { storage, setTime } = clocked();
    await fill(storage, 'a', 'r1');
    await storage.conversations.put(conversationOf('a', { state, runIds: ['r1'] }));
    setTime(10);

    expect(await storage.clean({ olderThan: 5, maxRuns: 0 })).toBe(0);
    expect(await storage.journal('r1').steps()).toHaveLength(2);
  });

  it('takes a run without a conversation only once its log says that it has ended', async () => {
    const { storage, setTime } = clocked();
    for (const runId of ['r1', 'r2', 'r3']) await storage.journal(runId).step('a', async () => 1);
    await storage.events('r1').append([endOf('r1')]);
    // The end of a sub-agent is not the end of the run.
    await storage.events('r2').append([endOf('r2/c1')]);
    setTime(10);

    expect(await storage.clean({ olderThan: 5 })).toBe(1);
    expect(await storage.journal('r2').steps()).toHaveLength(1);
    expect(await storage.journal('r3').steps()).toHaveLength(1);
  });

  it('keeps the latest runs where only so many may stay', async () => {
    const { storage, setTime } = clocked();
    for (const [index, runId] of ['r1', 'r2', 'r3'].entries()) {
      setTime(index);
      await fill(storage, `of-${runId}`, runId);
    }

    expect(await storage.clean({ olderThan: 0, maxRuns: 1 })).toBe(2);
    expect(await storage.journal('r1').steps()).toEqual([]);
    expect(await storage.events('r2').count()).toBe(0);
    expect(await storage.journal('r3').steps()).toHaveLength(2);
  });
});

describe.each(kinds)('a closed storage in $name', ({ make }) => {
  it('refuses whoever uses it', async () => {
    const { storage } = make();
    await storage.lead('r1');
    await storage.close();

    await expect(storage.lead('r1')).rejects.toMatchObject({ code: 'storage-closed' });
    await expect(storage.journal('r1').step('a', async () => 1)).rejects.toMatchObject({ code: 'storage-closed' });
    await storage.close();
  });
});
