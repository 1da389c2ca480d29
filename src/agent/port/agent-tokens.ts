import type { GrantedCall } from '../../approval/grants/grant.js';
import { randomId } from '../../protocol/base/random-id.js';
import { isRecord } from '../../protocol/base/record.js';

/** Agents without a name are told apart as objects, which do not travel: each has a token, and the same object stands for it ever after. */
const tokens: WeakMap<object, string> = new WeakMap();
const objects: Map<string, object> = new Map();

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
  const token = tokens.get(agent) ?? randomId();
  enter(agent, token);
  return { token };
}

function fromToken(agent: unknown): string | object {
  if (!isRecord(agent)) return String(agent);
  const token = String(agent.token);
  const known = objects.get(token) ?? {};
  enter(known, token);
  return known;
}

function enter(agent: object, token: string): void {
  tokens.set(agent, token);
  objects.set(token, agent);
}
