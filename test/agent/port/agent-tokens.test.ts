import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, vi } from 'vitest';
import { withAgents, withTokens } from '../../../src/agent/port/agent-tokens.js';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

it('stand for the same agent as long as somebody has it, and keep none alive', async () => {
  const here = { agents: [{}] };
  const again = withAgents(structuredClone(withTokens(here)) as typeof here);
  expect(again.agents[0]).toBe(here.agents[0]);
  const send = (): WeakRef<object> => {
    const agent = {};
    withTokens({ agents: [agent] });
    return new WeakRef(agent);
  };
  const sent = send();

  await vi.waitFor(() => {
    collectGarbage();
    expect(sent.deref() === undefined).toBe(true); // one that is compared is held
  });
});
