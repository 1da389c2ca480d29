import type { GrantedCall } from '../../approval/grants/grant.js';
import { randomId } from '../../protocol/base/ids.js';
import { isRecord } from '../../protocol/base/record.js';
import { safeString } from '../../protocol/base/words.js';

/** Agents without a name are told apart as objects, which do not travel: each has a token, and the same object stands for it ever after. */
const tokens: WeakMap<object, string> = new WeakMap();
/** No token keeps its agent alive, and none is kept of one that has gone. */
const objects: Map<string, WeakRef<object>> = new Map();
const gone: FinalizationRegistry<string> = new FinalizationRegistry((token) => {
  // Another object may stand for it by now.
  if (objects.get(token)?.deref() === undefined) objects.delete(token);
});

/** Something about a call, with its agents as they travel. */
export function withTokens<CALL extends Pick<GrantedCall, 'agents'>>(call: CALL): object {
  return call.agents === undefined ? call : { ...call, agents: call.agents.map(toToken) };
}

/** The same, with the agents as this side knows them. */
export function withAgents<CALL extends Pick<GrantedCall, 'agents'>>(call: CALL): CALL {
  return Array.isArray(call.agents) ? { ...call, agents: call.agents.map(fromToken) } : call;
}

function toToken(agent: string | object): string | object {
  if (typeof agent === 'string') return agent;
  return { token: tokens.get(agent) ?? enter(agent, randomId()) };
}

function fromToken(agent: unknown): string | object {
  if (!isRecord(agent)) return safeString(agent);
  const token = safeString(agent.token);
  const known = objects.get(token)?.deref();
  if (known !== undefined) return known;
  const made = {};
  enter(made, token);
  return made;
}

function enter(agent: object, token: string): string {
  tokens.set(agent, token);
  objects.set(token, new WeakRef(agent));
  gone.register(agent, token);
  return token;
}
