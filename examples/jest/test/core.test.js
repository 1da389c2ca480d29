/** @jest-environment node */
import { expect, it } from '@jest/globals';
import { createAgent } from 'countersign/core';
import { scriptedModel } from 'countersign/testing';

it('runs an agent without a document', async () => {
  const agent = createAgent({ model: scriptedModel(['Hello.']) });

  const outcome = await agent.run('Hi').outcome;

  expect(globalThis.document).toBeUndefined();
  expect(outcome).toMatchObject({ type: 'completed', output: 'Hello.' });
});
