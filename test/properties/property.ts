import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { type MockInstance, vi } from 'vitest';
import { checkRun } from './invariants/events.js';
import { checkExecutions } from './invariants/executions.js';
import { type Scenario, scenarios } from './scenario.js';
import { type Violation, World } from './world.js';

/**
 * Computes digests synchronously. They are otherwise computed outside of the virtual clock, and a run that
 * waits for one would seem to hang.
 */
function digestAtOnce(): MockInstance {
  return vi.spyOn(globalThis.crypto.subtle, 'digest').mockImplementation(async (_, data) => {
    const bytes = ArrayBuffer.isView(data)
      ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      : new Uint8Array(data);
    return new Uint8Array(createHash('sha256').update(bytes).digest()).buffer;
  });
}

/** The number of random conversations, and the seed. */
export interface PropertyRuns {
  readonly numRuns: number;
  readonly seed: number;
}

/** Returns the number and the seed, which `COUNTERSIGN_PROPERTY_RUNS` and `COUNTERSIGN_PROPERTY_SEED` override. */
export function propertyRuns(numRuns: number, seed: number): PropertyRuns {
  return {
    numRuns: Number(process.env.COUNTERSIGN_PROPERTY_RUNS ?? numRuns),
    seed: Number(process.env.COUNTERSIGN_PROPERTY_SEED ?? seed),
  };
}

/** 100 conversations, or 5,000 in the full test run. */
export function conversationRuns(seed: number): PropertyRuns {
  return propertyRuns(process.env.COUNTERSIGN_ALL === '1' ? 5_000 : 100, seed);
}

/** Plays one conversation, and returns the violations. */
export async function playScenario(
  scenario: Scenario,
  drive: (world: World) => Promise<void>,
): Promise<readonly Violation[]> {
  const digest = digestAtOnce();
  const world = new World(scenario);
  try {
    await drive(world);
    for (const watched of world.runs) checkRun(world, watched);
    checkExecutions(world);
  } catch (error) {
    // A violation may also break the driver. The violation is the better message.
    if (world.violations.length === 0) throw error;
  } finally {
    digest.mockRestore();
  }
  return world.violations;
}

/** Plays random conversations until one violates an invariant, and fails with the smallest one. */
export async function expectInvariants(
  drive: (world: World) => Promise<void>,
  { numRuns, seed }: PropertyRuns,
): Promise<void> {
  const property = fc.asyncProperty(scenarios, async (scenario) => {
    const [first] = await playScenario(scenario, drive);
    if (first !== undefined) throw new Error(`Invariant ${first.invariant}: ${first.detail}`);
  });
  await fc.assert(property, { numRuns, seed });
}
