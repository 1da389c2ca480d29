import type { RunEvent } from 'countersign';

type BodyOf<EVENT> = EVENT extends RunEvent ? Omit<EVENT, 'v' | 'seq' | 'at' | 'runId' | 'agentPath'> : never;
type Body = BodyOf<RunEvent> & { readonly after?: number };

const usage = (step: number) => ({
  requests: step,
  toolCalls: step,
  inputTokens: 1_240 * step,
  outputTokens: 88 * step,
});

/** Events of one run. Each is `after` milliseconds (default 40) later than the previous one. */
function recordOf(bodies: readonly (Body & { readonly path?: readonly string[] })[]): readonly RunEvent[] {
  let at = Date.UTC(2026, 4, 4, 9, 30);
  return bodies.map(({ after = 40, path = ['lead'], ...body }, seq) => {
    at += after;
    // The sub-agent runs in the call `b`.
    const callPath = path.length > 1 ? { callPath: ['b'] } : {};
    return { v: 1, seq, at, runId: 'run-1', agentPath: path, ...callPath, ...body } as RunEvent; // each body belongs to one event
  });
}

const login = { user: 'ana', password: 'correct horse battery staple' };
const helper = ['lead', 'cleaner'];

/** A run with a policy decision, an answer by a person, a remembered decision, a sub-agent and a retry. */
export const recorded: readonly RunEvent[] = recordOf([
  { type: 'run-start', conversationId: 'c', prompt: [{ role: 'user', content: 'Tidy up' }] },
  { type: 'step-start', step: 1 },
  {
    type: 'model-retry',
    attempt: 1,
    delay: 2_000,
    error: { code: 'model-call', name: 'Error', message: '529 overloaded' },
    after: 310,
  },
  { type: 'text-start', id: 't1', after: 2_900 },
  { type: 'text-delta', id: 't1', delta: 'I sign in first, ' },
  { type: 'text-delta', id: 't1', delta: 'then the cleaner does the rest.', after: 400 },
  { type: 'text-end', id: 't1' },
  { type: 'tool-call', toolCallId: 'a', toolName: 'sign_in', input: login },
  { type: 'tool-call', toolCallId: 'b', toolName: 'cleaner', input: { folder: 'notes' } },
  { type: 'usage', usage: usage(1) },
  {
    type: 'policy-decision',
    toolCallId: 'a',
    toolName: 'sign_in',
    effect: 'ask',
    reason: 'It goes out of this page.',
    by: { type: 'rule', policy: 'careful', rule: 'network' },
  },
  {
    type: 'deferred-request',
    batchId: 'b1',
    round: 1,
    requests: {
      approvals: [{ toolCallId: 'a', toolName: 'sign_in', title: 'Sign in as ana', input: login }],
      calls: [],
      metadata: {},
    },
  },
  {
    type: 'approval-requested',
    batchId: 'b1',
    call: { toolCallId: 'a', toolName: 'sign_in', title: 'Sign in as ana', input: login },
  },
  {
    type: 'answer',
    batchId: 'b1',
    toolCallId: 'a',
    answer: { kind: 'tool-approved' },
    by: { type: 'person', name: 'Ana' },
    after: 14_200,
  },
  {
    type: 'deferred-response',
    batchId: 'b1',
    results: { approvals: { a: { kind: 'tool-approved' } }, calls: {}, metadata: {}, defer: [] },
  },
  {
    type: 'tool-start',
    toolCallId: 'a',
    toolName: 'sign_in',
    title: 'Sign in as ana',
    input: login,
    approved: true,
    edited: false,
  },
  {
    type: 'tool-end',
    toolCallId: 'a',
    toolName: 'sign_in',
    end: { status: 'returned', value: 'signed in' },
    after: 640,
  },
  {
    type: 'tool-start',
    toolCallId: 'b',
    toolName: 'cleaner',
    title: 'Clean notes/',
    input: { folder: 'notes' },
    approved: false,
    edited: false,
  },
  { type: 'run-start', conversationId: 'c', prompt: [{ role: 'user', content: 'Clean notes/' }], path: helper },
  { type: 'step-start', step: 1, path: helper },
  {
    type: 'tool-call',
    toolCallId: 'c',
    toolName: 'delete_file',
    input: { path: 'notes/old.md' },
    path: helper,
    after: 1_150,
  },
  {
    type: 'policy-decision',
    toolCallId: 'c',
    toolName: 'delete_file',
    effect: 'block',
    reason: 'Nothing is deleted here.',
    by: { type: 'rule', policy: 'careful', rule: 'delete' },
    path: helper,
  },
  {
    type: 'tool-end',
    toolCallId: 'c',
    toolName: 'delete_file',
    end: { status: 'blocked', message: 'Nothing is deleted here.' },
    path: helper,
  },
  { type: 'step-end', step: 1, finishReason: 'tool-calls', messages: [], path: helper },
  { type: 'run-end', outcome: 'completed', usage: usage(1), path: helper },
  {
    type: 'tool-end',
    toolCallId: 'b',
    toolName: 'cleaner',
    end: { status: 'returned', value: 'nothing deleted' },
    after: 120,
  },
  { type: 'step-end', step: 1, finishReason: 'tool-calls', messages: [] },
  { type: 'step-start', step: 2 },
  { type: 'text-start', id: 't2', after: 900 },
  { type: 'text-delta', id: 't2', delta: 'You are signed in. The old notes stay: a rule keeps them.' },
  { type: 'text-end', id: 't2' },
  { type: 'usage', usage: usage(2) },
  { type: 'step-end', step: 2, finishReason: 'stop', messages: [] },
  { type: 'run-end', outcome: 'completed', usage: usage(2) },
]);

/** A long run of small steps, with this number of events. */
export function manyEvents(count: number): readonly RunEvent[] {
  const bodies: Body[] = [{ type: 'run-start', conversationId: 'c', prompt: [{ role: 'user', content: 'Count' }] }];
  for (let step = 1; bodies.length < count; step++) {
    const call = { toolCallId: `call-${step}`, toolName: 'count' };
    bodies.push(
      { type: 'step-start', step },
      { type: 'tool-call', ...call, input: { number: step } },
      { type: 'tool-start', ...call, title: `Count ${step}`, input: { number: step }, approved: false, edited: false },
      { type: 'tool-end', ...call, end: { status: 'returned', value: step } },
      { type: 'step-end', step, finishReason: 'tool-calls', messages: [] },
    );
  }
  return recordOf(bodies.slice(0, count));
}
