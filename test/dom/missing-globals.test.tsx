// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createAgent, createGrants, tool, useAgentRun } from 'countersign';
import { AgentChat, DecisionLog } from 'countersign/components';
import { indexedDbStorage } from 'countersign/persistence';
import { scriptedModel } from 'countersign/testing';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';

const refuse = (): never => {
  throw new DOMException('Not in this frame.', 'SecurityError');
};

/** Where each is found, and its name there. */
const globals: readonly (readonly [object, string])[] = [
  [navigator, 'locks'],
  [globalThis, 'BroadcastChannel'],
  [globalThis, 'indexedDB'],
  [crypto, 'subtle'],
  [globalThis, 'sessionStorage'],
  [globalThis, 'localStorage'],
  [globalThis, 'matchMedia'],
  [globalThis, 'ResizeObserver'],
  [globalThis, 'IntersectionObserver'],
  [globalThis, 'requestIdleCallback'],
  [globalThis, 'requestAnimationFrame'],
  [globalThis, 'Notification'],
];

/** Constructors and storages exist in sandboxed frames, and throw when they are used. */
class Refusing {
  constructor() {
    refuse();
  }
}

const refused: Readonly<Record<string, PropertyDescriptor>> = {
  locks: { value: { request: async () => refuse() } },
  BroadcastChannel: { value: Refusing },
  indexedDB: { get: refuse },
  sessionStorage: { get: refuse },
  localStorage: { get: refuse },
};

let restore: (() => void)[] = [];

function replace(owner: object, name: string, descriptor: PropertyDescriptor): void {
  const before = Object.getOwnPropertyDescriptor(owner, name);
  Object.defineProperty(owner, name, { configurable: true, ...descriptor });
  restore.push(() => {
    if (before === undefined) Reflect.deleteProperty(owner, name);
    else Object.defineProperty(owner, name, before);
  });
}

beforeEach(() => {
  restore = [];
});

afterEach(() => {
  cleanup();
  for (const step of restore.reverse()) step();
});

let count = 0;

async function converse(): Promise<void> {
  const codes: string[] = [];
  const storage = indexedDbStorage({ name: `gaps-${count++}`, onProblem: ({ code }) => codes.push(code) });
  const ran: string[] = [];
  const pay = tool({ inputSchema: z.object({}), requiresApproval: true, execute: () => void ran.push('paid') });
  const model = scriptedModel([{ calls: [{ toolName: 'pay', toolCallId: 'a' }] }, 'Paid.']);
  const agent = createAgent({ model, tools: { pay } });
  const grants = createGrants({ storage: storage.grants });
  function Page(): ReactElement {
    const run = useAgentRun({ agent, storage, grants, runKey: 'talk' });
    return (
      <>
        <AgentChat run={run} aside={<DecisionLog source={run} />} />
        <output>{`${run.place} ${run.status}`}</output>
        <button type="button" onClick={() => run.start('Go')}>
          Start
        </button>
        <button type="button" onClick={() => void run.decide('a', true)}>
          Yes
        </button>
      </>
    );
  }
  render(<Page />);
  await screen.findByText('here idle');
  fireEvent.click(screen.getByText('Start'));
  await screen.findByText('here waiting', {}, { timeout: 20_000 });
  fireEvent.click(screen.getByText('Yes'));
  await screen.findByText('here idle', {}, { timeout: 20_000 });
  await vi.waitFor(() => expect(ran).toEqual(['paid']));
  expect(codes.filter((code) => code === 'storage-unavailable').length).toBeLessThanOrEqual(1);
  await storage.close();
}

describe('a conversation with a storage', () => {
  it('C389 opens and runs in happy-dom', converse);

  it.each(globals.map(([, name]) => name))('C389 opens and runs if a global is null: %s', async (name) => {
    for (const [owner, other] of globals) if (other === name) replace(owner, name, { value: null });

    await converse();
  });

  it('C389 opens and runs if all of them are null', async () => {
    for (const [owner, name] of globals) replace(owner, name, { value: null });

    await converse();
  });

  it('C389 opens and runs if a sandboxed frame refuses its globals', async () => {
    for (const [owner, name] of globals) {
      const descriptor = refused[name];
      if (descriptor !== undefined) replace(owner, name, descriptor);
    }

    await converse();
  });
});
