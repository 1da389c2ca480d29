import { expect, it } from '@jest/globals';

it.each([
  'countersign',
  'countersign/components',
  'countersign/core',
  'countersign/eager',
  'countersign/json-schema',
  'countersign/languages/ar',
  'countersign/markdown',
  'countersign/mcp',
  'countersign/persistence',
  'countersign/server',
  'countersign/testing',
  'countersign/testing/react',
  'ai',
])('loads %s', async (entry) => {
  expect(Object.keys(await import(entry)).length).toBeGreaterThan(0);
});
