import { act, render, screen } from '@testing-library/react';
import { createAgent, type Grants, type Risk, tool, useAgentRun } from 'countersign';
import { AgentChat } from 'countersign/components';
import { scriptedModel } from 'countersign/testing';
import type { ReactElement } from 'react';
import { userEvent as hand } from 'vitest/browser';
import { z } from 'zod';

/** What was carried out, call by call, as `write b` or `wipe a`. */
export interface ShownDesk {
  readonly done: readonly string[];
  readonly keys: Keys;
  /** All that the model was told, as text. */
  readonly said: () => string;
}

/** A keyboard that counts. */
export interface Keys {
  /** Presses so far, a modifier that is held as one, and typed text as none. */
  readonly count: () => number;
  /** Presses one key after the other: `ArrowUp`, `a`, `Shift+A`. */
  readonly press: (...keys: readonly string[]) => Promise<void>;
  /** Types words into the field that has the focus. */
  readonly type: (text: string) => Promise<void>;
}

/** A chat that really runs, whose agent asks for a call of each kind at once, when it is told to go. */
export async function showDesk(risks: readonly Risk[], grants?: Grants): Promise<ShownDesk> {
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
  const { container } = render(<App />);
  container.style.blockSize = '100vh';
  const field = screen.getByRole('textbox', { name: 'Message' });
  act(() => field.focus());
  await hand.keyboard('go{Enter}');
  await screen.findAllByRole('button', { name: /^Approve/ });
  return { done, keys: countedKeys(), said: () => JSON.stringify(model.requests.map(({ prompt }) => prompt)) };
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
        await strike(held === undefined ? text : `{${held}>}${text}{/${held}}`);
      }
    },
    type: strike,
  };
}

async function strike(keys: string): Promise<void> {
  await hand.keyboard(keys);
}

/** A person reads: nothing happens for so long, in milliseconds. */
export function read(ms = 800): Promise<void> {
  return act(() => new Promise<void>((resolve) => setTimeout(resolve, ms)));
}
