import type { Agent } from 'countersign/core';
import { describe } from 'vitest';
import { type ContractDeps, describeAgent } from './agent-contract.js';

describe('an agent made by createAgent', () => {
  describeAgent((agent) => agent);
});

describe('an agent that wraps another', () => {
  describeAgent(
    (inner): Agent<ContractDeps> => ({
      name: `guarded ${inner.name}`,
      run: (input, options) => inner.run(input, { ...options, metadata: { ...options.metadata } }),
    }),
  );
});
