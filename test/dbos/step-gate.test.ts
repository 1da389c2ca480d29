import { describe, expect, it } from 'vitest';
import type { RunJournal } from '../../src/agent/run/journal.js';
import { StepGate } from '../../src/dbos/step-gate.js';

const journal: RunJournal = { step: async (_key, work) => await work({ isRepeated: false }) };

describe('the gate of an activation', () => {
  it('C521 lets steps finish during a pause, begins no other step, and begins the waiting ones afterwards', async () => {
    const gate = new StepGate();
    const { step } = gate.guard(journal);
    const done: string[] = [];
    let finish = (): void => {};
    const running = step('1', async () => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      done.push('1');
    });

    gate.pause();
    const waiting = step('2', async () => void done.push('2'));
    finish();
    await running;
    expect(done).toEqual(['1']);
    gate.resume();
    await waiting;

    expect(done).toEqual(['1', '2']);
  });

  it('C521 begins no step that waited when the gate is closed during a pause', async () => {
    const gate = new StepGate();
    const { step } = gate.guard(journal);
    let isBegun = false;
    gate.pause();
    void step('1', async () => {
      isBegun = true;
    });

    const isIdle = new Promise<void>((resolve) => gate.close(resolve));
    await isIdle;
    await gate.whenOpen();

    expect(isBegun).toBe(false);
  });
});
