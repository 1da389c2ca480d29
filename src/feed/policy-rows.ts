import type { RunEventOf } from '../protocol/run-event.js';
import { callLineKey } from './call-rows.js';
import type { FeedLog } from './feed-log.js';
import type { FeedKind } from './feed-row.js';
import type { FeedStrings } from './feed-strings.js';

type PolicyDecision = RunEventOf<'policy-decision'>;

const kinds: Readonly<Record<PolicyDecision['effect'], FeedKind>> = {
  allow: 'ok',
  ask: 'note',
  deny: 'no',
  block: 'no',
};

/** What a policy or a remembered decision says is a line below its call; a tool that is kept from the model has no call. */
export function applyPolicyDecision(log: FeedLog, event: PolicyDecision, feed: FeedStrings): void {
  const { toolName, toolCallId, effect, why, by } = event;
  const isKept = toolCallId === undefined;
  const line = {
    kind: isKept ? ('no' as const) : kinds[effect],
    topic: 'policy' as const,
    words: isKept ? feed.kept(toolName) : feed.policy[effect](toolName),
    detail: why,
    by: feed.by(by),
    ...(isKept ? {} : { within: callLineKey(log, event, toolCallId) }),
  };
  log.add(log.key(event, `policy ${event.seq}`), event, line);
}
