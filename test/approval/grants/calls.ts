import type { GrantedCall } from '../../../src/approval/grants/grant.js';
import type { GrantRequest } from '../../../src/approval/grants/remember.js';

/** A call to look grants up for. */
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

/** A decision about {@link policyCall} that is to be remembered. */
export function grantRequest(request: Partial<GrantRequest> = {}): GrantRequest {
  return {
    effect: 'allow',
    remember: { scope: 'tool', for: 'session' },
    call: { ...policyCall(), toolCallId: 'call-1' },
    ...request,
  };
}
