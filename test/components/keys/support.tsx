import { act, render, screen, waitFor } from '@testing-library/react';
import { createAgent, type Grants, type Risk, tool, useAgentRun } from 'countersign';
import { AgentChat, ArmingProvider } from 'countersign/components';
import { createVirtualClock, scriptedModel } from 'countersign/testing';
import type { ReactElement } from 'react';
import { expect } from 'vitest';
import { userEvent as hand } from 'vitest/browser';
import { z } from 'zod';

/** A chat that a test answers by keyboard. */
export interface KeyedChat {
  /** The executed calls in order, such as `write b` or `wipe a`. */
  readonly done: readonly string[];
  readonly keys: Keys;
  /** Returns the text of everything that the model received. */
  readonly modelInput: () => string;
}

/** A keyboard that counts presses. */
export interface Keys {
  /** The presses so far. A held modifier counts as one, and typed text does not count. */
  readonly count: () => number;
  /** Presses one key after the other, such as `ArrowUp`, `a`, `Shift+A`. */
  readonly press: (...keys: readonly string[]) => Promise<void>;
  /** Types text into the focused field. */
  readonly type: (text: string) => Promise<void>;
}

/** Shows a chat with a real agent, whose first response has a call of each risk. */
export async function showKeyedChat(risks: readonly Risk[], grants?: Grants): Promise<KeyedChat> {
  const done: string[] = [];
  const toolOf = (name: string, risk: Risk) =>
    tool({
      inputSchema: z.object({ path: z.string() }),
      requiresApproval: true,
      describe: ({ path }) => ({ title: `${name} ${path}`, risk }),
      execute: ({ path }) => {
        done.push(`${name} ${path}`);
        return 'done';
      },
    });
  const tools = {
    low: toolOf('Read', 'low'),
    medium: toolOf('Write', 'medium'),
    high: toolOf('Send', 'high'),
    destructive: toolOf('Wipe', 'destructive'),
  };
  const toolCalls = risks.map((risk, index) => ({ toolName: risk, input: { path: letters[index] ?? '' } }));
  const model = scriptedModel([{ calls: toolCalls }, 'All is done.']);
  const agent = createAgent({ model, tools });
  function App(): ReactElement {
    return <AgentChat run={useAgentRun({ agent, ...(grants === undefined ? {} : { grants }) })} />;
  }
  const { container } = render(
    <ArmingProvider clock={armingClock.environment}>
      <App />
    </ArmingProvider>,
  );
  container.style.blockSize = '100vh';
  const field = screen.getByRole('textbox', { name: 'Message' });
  act(() => field.focus());
  await hand.keyboard('go{Enter}');
  await screen.findAllByRole('button', { name: /^Approve/ });
  return { done, keys: countedKeys(), modelInput: () => JSON.stringify(model.requests.map(({ prompt }) => prompt)) };
}

const letters = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

function countedKeys(): Keys {
  let count = 0;
  return {
    count: () => count,
    press: async (...keys) => {
      for (const key of keys) {
        const [held, pressed] = key.startsWith('Shift+') ? ['Shift', key.slice(6)] : [undefined, key];
        count += held === undefined ? 1 : 2;
        const text = pressed.length > 1 ? `{${pressed}}` : pressed;
        await pressKeys(held === undefined ? text : `{${held}>}${text}{/${held}}`);
      }
    },
    type: pressKeys,
  };
}

async function pressKeys(keys: string): Promise<void> {
  await hand.keyboard(keys);
}

/** The clock of the approve buttons, for an `ArmingProvider`. */
export const armingClock = createVirtualClock();
const passArming = (ms: number): Promise<void> => act(() => armingClock.advance(ms));

/**
 * Lets the time pass in which a person reads: until the approve button of the focused card is armed; without a focused
 * card, those of all cards.
 *
 * @param state `arming`: until it is not armed any more.
 */
export async function pauseToRead(state: 'armed' | 'arming' = 'armed'): Promise<void> {
  await waitFor(async () => {
    await passArming(800);
    const around = document.activeElement?.closest('[data-card]') ?? document;
    const buttons = [...around.querySelectorAll<HTMLElement>('[data-arming]')];
    expect(new Set(buttons.map(({ dataset }) => dataset.arming))).toEqual(new Set([state]));
  });
}
