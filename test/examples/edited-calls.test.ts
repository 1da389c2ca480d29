import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Agent, createConversation } from 'countersign/core';
import { expectBatch } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { listFiles, root } from '../setup/source-files.js';

// After an edit, the runtime adds a message of the user behind the results. A scripted model that only looks at the
// last message of the prompt then plays its first turn again, so the same card returns for ever.

const modules = import.meta.glob<{ readonly agent: Agent }>([
  '../../examples/*/{app,src,src/components}/agent.ts',
  '!**/node_modules/**',
]);
const agents = Object.entries(modules).map(([path, load]) => ({ name: path.split('/')[3] ?? path, load }));

describe('the agent of an example', () => {
  it('is found in each example whose agent is in the page', () => {
    expect(agents.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['css-modules', 'extension', 'jest', 'react-router', 'svelte', 'tanstack-start', 'vite']),
    );
  });

  // The model of `next` is a route of its server, and `astro` needs its framework.
  const here = agents.filter(({ name }) => name !== 'next' && name !== 'astro');
  it.each(here)('$name ends its run after an edit', async ({ load }) => {
    const { agent } = await load();
    const conversation = createConversation(() => ({ agent }));
    conversation.start('Delete what is old');
    const first = await firstItem(conversation);
    if (first?.kind === 'external') await expectBatch(conversation).return(first.call.toolCallId, 'old').settled();

    await expectBatch(conversation)
      .approve('Delete the note old', { edit: { name: 'milk' } })
      .settled();

    const { outcome } = await stateWhen(conversation, (state) => state.outcome !== null || isAsking(state));
    expect(outcome).toMatchObject({ type: 'completed', output: 'That is done.' });
  });
});

describe('a scripted model', () => {
  const shown = [
    ...listFiles('examples'),
    ...listFiles('docs'),
    ...listFiles('registry'),
    'README.md',
    'SKILL.md',
  ].filter((path) => /\.(?:[jt]sx?|py|md|mjs|vue|svelte)$/.test(path) && !/node_modules|\/dist\//.test(path));

  it('never decides by the last message of the prompt', () => {
    const trap = /\bprompt\.at\(-1\)|\bmessages\.at\(-1\)\??\.role|\bmessages\[-1\]/;

    expect(shown.length).toBeGreaterThan(100);
    expect(shown.filter((path) => trap.test(readFileSync(join(root, path), 'utf8')))).toEqual([]);
  });
});

type Conversation = ReturnType<typeof createConversation>;
type State = ReturnType<Conversation['store']['getState']>;

const isAsking = ({ pending }: State): boolean =>
  pending.some(({ items }) => items.some(({ state }) => state.status === 'waiting'));

async function firstItem(conversation: Conversation): Promise<State['pending'][number]['items'][number] | undefined> {
  const { pending } = await stateWhen(conversation, isAsking);
  return pending[0]?.items[0];
}

/** Resolves with the first state that meets a condition. */
function stateWhen({ store }: Conversation, isMet: (state: State) => boolean): Promise<State> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (!isMet(store.getState())) return;
      unsubscribe();
      resolve(store.getState());
    };
    const unsubscribe = store.subscribe(check);
    check();
  });
}
