import type { GrantedCall } from '../../../src/approval/grants/grant.js';
import type { GrantRequest } from '../../../src/approval/grants/remember.js';

/** Returns a call to look up grants for. */
export function policyCall(call: Partial<GrantedCall> = {}): GrantedCall {
  return {
    runId: 'run-1',
    toolName: 'writeFile',
    input: { path: '/drafts/a.md', content: 'Hello' },
    capabilities: ['fs.write:/drafts/a.md'],
    agentPath: ['main'],
    annotations: {},
    ...call,
  };
}

/** Returns a request to remember a decision about {@link policyCall}. */
export function grantRequest(request: Partial<GrantRequest> = {}): GrantRequest {
  return {
    effect: 'allow',
    remember: { scope: 'tool', for: 'session' },
    call: { ...policyCall(), toolCallId: 'call-1' },
    ...request,
  };
}
