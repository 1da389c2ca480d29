import { describe, expect, it } from 'vitest';
import { matchesCapability } from '../../../src/approval/policy/capability.js';
import { splitCapability } from '../../../src/approval/policy/split-capability.js';
import { escapes, honest, restricted, type Spellings, unrelated } from './spellings.js';

const rows = (table: Spellings): readonly (readonly [string, string])[] =>
  Object.entries(table).flatMap(([pattern, targets]) =>
    targets.map((target) => [pattern, `${splitCapability(pattern)[0]}:${target}`] as const),
  );

describe('a rule that loosens', () => {
  it.each(rows(escapes))('C351 %s does not allow %j', (pattern, capability) => {
    expect(matchesCapability(pattern, capability, 'loosens')).toBe(false);
  });

  it.each(rows(honest))('C351 %s allows %j', (pattern, capability) => {
    expect(matchesCapability(pattern, capability, 'loosens')).toBe(true);
  });
});

describe('a rule that restricts', () => {
  it.each(rows(restricted))('C352 %s holds back %j', (pattern, capability) => {
    expect(matchesCapability(pattern, capability, 'restricts')).toBe(true);
  });

  it.each(rows(unrelated))('C352 %s leaves %j alone', (pattern, capability) => {
    expect(matchesCapability(pattern, capability, 'restricts')).toBe(false);
  });
});

it('C351 the tables have at least 60 honest and 120 hostile targets in each direction', () => {
  expect(rows(honest).length).toBeGreaterThanOrEqual(60);
  expect(rows(escapes).length).toBeGreaterThanOrEqual(120);
  expect(rows(restricted).length).toBeGreaterThanOrEqual(120);
});
