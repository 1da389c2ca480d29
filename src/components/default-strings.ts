import type {
  ApprovalStrings,
  ChatStrings,
  CountersignStrings,
  FeedStrings,
  OutletStrings,
  ValueStrings,
} from './strings.js';

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
const twoDigits = (value: number): string => String(value).padStart(2, '0');
const clock = (at: number): string => new Date(at).toLocaleTimeString();

const chat: ChatStrings = {
  conversation: 'Conversation',
  you: 'You',
  agent: 'Agent',
  status: {
    idle: '',
    running: 'Working',
    waiting: 'Waiting for you',
    deferred: 'Ended with open calls',
    failed: 'Failed',
  },
  stopped: (reason) => (reason === undefined ? 'Stopped' : `Stopped: ${reason}`),
  tokens: (input, output) => `${input.toLocaleString()} → ${output.toLocaleString()} tokens`,
  message: 'Message',
  placeholder: 'Ask for something',
  send: 'Send',
  stop: 'Stop',
  queued: (text, until) => `“${text}” is sent when this ${until === 'batch' ? 'batch is answered' : 'run is over'}.`,
  attachment: 'Attachment',
  reasoning: 'Reasoning',
  jump: 'To the latest',
  phase: {
    writing: 'being written',
    called: 'called',
    waiting: 'waits for an answer',
    running: 'running',
    returned: 'done',
    failed: 'failed',
    retry: 'sent back to be corrected',
    denied: 'denied',
    blocked: 'blocked by a rule',
    expired: 'nobody answered in time',
    cancelled: 'cancelled',
    skipped: 'skipped, a final answer came first',
    interrupted: 'interrupted, no result',
    unknown: 'unknown whether it took effect',
  },
  returnedEdited: 'done, with your edits',
  progress: (toolName) => `Progress of ${toolName}`,
  input: 'Input',
  editedInput: 'Input, as edited',
  result: 'Result',
};

const approval: ApprovalStrings = {
  callsNeedYou: (count) => (count === 1 ? '1 call needs you' : `${count} calls need you`),
  callsRunHere: (count) => (count === 1 ? '1 call runs in this page' : `${count} calls run in this page`),
  decided: (done, all) => `${done} of ${all} decided`,
  askedAgain: (round) => `Round ${round}: an approved call asks again`,
  expires: (time) => `Expires at ${time}`,
  together: 'All answered together, in one run',
  approveAll: 'Approve all',
  approveOthers: (count) => (count === 1 ? 'Approve the other one' : `Approve the ${count} others`),
  denyAll: 'Deny all…',
  denyAllWith: 'Deny all with this reason',
  bulkProblem: (count) => `${plural(count, 'answer was', 'answers were')} not taken. See the cards.`,
  risk: { low: 'low risk', medium: 'medium risk', high: 'high risk', destructive: 'destructive' },
  reasons: { protected: 'Asked because this is protected.' },
  askedBecause: (reason) => `Asked because: ${reason}`,
  askedAlways: 'Asked because this tool always needs you.',
  requestedBy: (path) => `Requested by ${path.join(' › ')}.`,
  approve: 'Approve',
  edit: 'Edit',
  deny: 'Deny…',
  back: 'Back',
  reset: 'Reset',
  approveEdited: 'Approve with edits',
  editLabel: 'Input, as JSON. What you write here is what runs.',
  notJson: (detail) => `This is not valid JSON. ${detail}`,
  issue: (path, message) => `${path}: ${message}`,
  wholeInput: 'input',
  denyLabel: 'Why not? The model reads this.',
  denyHint: (fallback) => `Left empty, it reads “${fallback}”`,
  denyWith: 'Deny with this reason',
  denyPlain: 'Deny',
  checking: 'Checking…',
  late: {
    answered: 'This call was answered elsewhere first. Your answer was not used.',
    cancelled: 'The run was stopped first. Your answer was not used, and nothing ran.',
    expired: 'The time was up. Your answer was not used, and nothing ran.',
  },
  rejected: (message) => `Your answer could not be taken: ${message}`,
  answers: {
    approved: 'approved',
    edited: 'approved with edits',
    denied: (message) => `denied: ${message}`,
    returned: 'answered',
    failed: (message) => `marked as failed: ${message}`,
    retry: (message) => `sent back: ${message}`,
    parked: 'left open for later',
    expired: 'nobody answered in time',
  },
  time: clock,
};

const value: ValueStrings = {
  empty: 'empty',
  none: 'No input',
  raw: 'Input as JSON',
  willRunAs: 'Will run as',
  unchecked: 'Input not checked: this tool brings no schema that can be checked here.',
  showAll: (lines, characters) => (lines > 1 ? `Show all ${lines} lines` : `Show all ${characters} characters`),
  showLess: 'Show less',
};

const outlet: OutletStrings = {
  working: 'Working in this page…',
  missing: (toolName) =>
    `No client tool answers “${toolName}”, so the run waits. Pass clientTools: { ${toolName}: { render } } to useAgentRun.`,
  crashed: (message) => `The component of this tool failed: ${message}`,
  retry: 'Try again',
  fail: 'Mark as failed…',
  failLabel: 'What went wrong? The model reads this.',
  failWith: 'Mark as failed',
  failDefault: 'The tool call could not be carried out.',
};

const feed: FeedStrings = {
  title: 'Events',
  live: 'live',
  count: (count) => plural(count, 'line', 'lines'),
  earlier: (count) => `${plural(count, 'earlier line is', 'earlier lines are')} not shown`,
  empty: 'Nothing has happened yet',
  run: 'run begins',
  runEnd: { completed: 'run completed', deferred: 'run ends open', aborted: 'run stopped', failed: 'run failed' },
  step: (step) => `Step ${step}`,
  model: 'model call',
  tokens: (input, output) => `${input} → ${output} tokens`,
  text: 'text',
  reasoning: 'reasoning',
  writes: (toolName) => `${toolName} is written`,
  called: (toolName) => `${toolName} called`,
  runs: (toolName) => `${toolName} runs`,
  asks: (toolName) => `${toolName} asks first`,
  ended: (toolName, status) => (status === 'returned' ? toolName : `${toolName} ${status}`),
  handed: (count) => `batch of ${count} handed over`,
  answered: (count) => `batch of ${count} answered`,
  declined: (count) => `batch of ${count} left open`,
  waits: (toolName) => `${toolName} waits`,
  answer: (toolName, word) => `${toolName} ${word}`,
  late: 'late answer ignored',
  lateBy: { answered: 'answered elsewhere', cancelled: 'run stopped', expired: 'time was up' },
  policy: {
    allow: (toolName) => `${toolName} allowed`,
    ask: (toolName) => `${toolName} has to be asked about`,
    deny: (toolName) => `${toolName} denied`,
    block: (toolName) => `${toolName} blocked`,
  },
  duration: (milliseconds) => {
    if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
    if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`;
    return `${Math.floor(milliseconds / 60_000)}:${twoDigits(Math.floor(milliseconds / 1000) % 60)}`;
  },
  minute: (at) => `${twoDigits(new Date(at).getHours())}:${twoDigits(new Date(at).getMinutes())}`,
  second: (at) => `:${twoDigits(new Date(at).getSeconds())}.${Math.floor(new Date(at).getMilliseconds() / 100)}`,
};

/** The English words. Replace some of them, or all, with `StringsProvider`. */
export const defaultStrings: CountersignStrings = { chat, approval, value, outlet, feed };
