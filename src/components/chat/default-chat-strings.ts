import type { DecidedBy } from '../../protocol/decided-by.js';
import type { CallStrings, ChatStrings, ComposerStrings } from './chat-strings.js';

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

const composer: ComposerStrings = {
  message: 'Message',
  placeholder: 'Ask for something',
  send: 'Send',
  stop: 'Stop',
  hint: 'Enter sends, Shift+Enter begins a new line.',
  attach: 'Attach files',
  attachments: 'Attached files',
  removeAttachment: (name) => `Remove ${name}`,
  reading: 'being read…',
  drop: 'Drop files here to attach them',
  attachmentProblem: {
    type: (name, limit) => `${name} was not attached: only these kinds are taken: ${limit}.`,
    size: (name, limit) => `${name} was not attached: it is larger than ${limit}.`,
    count: (name, limit) => `${name} was not attached: a message takes no more than ${limit} files.`,
    unreadable: (name) => `${name} was not attached: it could not be read. Is it a folder, or was it moved?`,
  },
  queued: (text, until) =>
    ({
      batch: `“${text}” is sent when this batch is answered.`,
      run: `“${text}” is sent when this run has completed.`,
      held: `“${text}” waits, because the run did not complete.`,
    })[until],
  queuedFiles: (count) => plural(count, 'file', 'files'),
  unqueue: 'Do not send',
  sendQueued: 'Send now',
};

const calls: CallStrings = {
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
  progress: (title) => `Progress of ${title}`,
  tool: 'Tool',
  input: 'Input',
  editedInput: 'Input, as edited',
  originalInput: 'Input, as the model wrote it',
  result: 'Result',
  answeredBy: 'Answered by',
  by: decidedBy,
};

function decidedBy(by: DecidedBy): string {
  switch (by.type) {
    case 'person':
      return by.name ?? 'a person';
    case 'page':
      return 'this page';
    case 'handler':
      return 'the app';
    case 'rule':
      return by.rule === undefined ? `policy ${by.policy}` : `policy ${by.policy}, rule ${by.rule}`;
    case 'grant':
      return 'a remembered answer';
    case 'expiry':
      return 'nobody, the time was up';
    default:
      return by satisfies never;
  }
}

/** The English words of a chat. */
export const defaultChatStrings: ChatStrings = {
  ...composer,
  ...calls,
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
  tokens: (input, output) => `${input} → ${output} tokens`,
  steps: (count) => plural(count, 'step', 'steps'),
  retryIn: (wait) => `The model did not answer. Again in ${wait}.`,
  attachment: 'Attachment',
  download: (name) => `Download ${name}`,
  sources: 'Sources',
  reasoning: 'Reasoning',
  thinking: 'Thinking',
  jump: 'To the latest',
  edit: 'Edit',
  editLabel: 'Your message. Sending it again replaces what follows.',
  editSend: 'Send again',
  cancel: 'Cancel',
  regenerate: 'Try again',
  regenerateAnyway: 'Try again anyway',
  alreadyRan: (count) =>
    `${plural(count, 'call of this answer has', 'calls of this answer have')} run already. What they did stays done.`,
};
