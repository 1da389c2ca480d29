import { createAgent, createConversation, UserError } from 'countersign/core';
import { memoryStorage, type RunStorage } from 'countersign/persistence';
import { scriptedModel } from 'countersign/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

const missing = () => new UserError('part-not-loaded', 'The code did not come.');

/** A conversation over a storage whose code comes as the test says. */
function openOver(preload: () => Promise<unknown>) {
  const storage: RunStorage = { ...memoryStorage(), preload: vi.fn(preload) };
  const claim = vi.spyOn(storage, 'claim');
  const agent = createAgent({ model: scriptedModel(['One.', 'Two.']) });
  const conversation = createConversation(() => ({ agent, storage, runKey: 'talk' }));
  onTestFinished(conversation.dispose);
  const { getState } = conversation.store;
  return { conversation, getState, claim, preload: storage.preload };
}

const inOrder = (getState: ReturnType<typeof openOver>['getState']) =>
  getState().messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])));

describe('a conversation whose storage has to be loaded', () => {
  it('asks for it when it is opened, and for the right to it once it is there', async () => {
    let arrive = (): void => {};
    const { preload, claim, getState } = openOver(
      () =>
        new Promise<void>((resolve) => {
          arrive = resolve;
        }),
    );
    expect(preload).toHaveBeenCalledTimes(1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(claim).not.toHaveBeenCalled();

    arrive();

    await vi.waitFor(() => expect(getState().place).toBe('here'));
    expect(claim).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['rejects', 2, () => Promise.reject(missing())],
    [
      'throws',
      // By the first message, that is over.
      3,
      () => {
        throw missing();
      },
    ],
  ] as const)(
    'C298 keeps what is said where that %s, says why, and opens it with the next message',
    async (_, tries, fail) => {
      let isOffline = true;
      const { conversation, getState, claim, preload } = openOver(() => (isOffline ? fail() : Promise.resolve()));
      conversation.start('First');
      await vi.waitFor(() => expect(getState().status).toBe('failed'));
      expect(getState()).toMatchObject({ place: 'opening', queued: ['First'], error: { code: 'part-not-loaded' } });
      expect(claim).not.toHaveBeenCalled();

      isOffline = false;
      conversation.start('Second');

      await vi.waitFor(() => expect(inOrder(getState)).toEqual(['First', 'One.', 'Second', 'Two.']));
      expect(getState()).toMatchObject({ place: 'here', queued: [], error: null });
      expect(preload).toHaveBeenCalledTimes(tries);
      expect(claim).toHaveBeenCalledTimes(1);
    },
  );

  it('asks for no right to it once it was closed', async () => {
    let arrive = (): void => {};
    const there = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const { conversation, claim } = openOver(() => there);

    conversation.dispose();
    arrive();
    await new Promise((resolve) => setTimeout(resolve, 20));

    expect(claim).not.toHaveBeenCalled();
  });
});
