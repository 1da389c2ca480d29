import type { CutOff } from '../../conversation/messages/cut-off.js';
import type { ConversationPlace, ConversationStatus } from '../../conversation/state/conversation-state.js';
import { isInOtherPage } from '../../conversation/state/page-id.js';
import { kindOfRefused, type RefusedContent } from '../../protocol/base/serialize-error.js';
import { type DecidedBy, labelPeople } from '../../protocol/decided-by.js';
import { en } from './english-words.js';

/** The English strings of a call in a conversation. */
export const callStrings = {
  group: 'chat' as const,
  english: {
    progress: (title: string) => `Progress of ${title}`,
    tool: 'Tool',
    input: 'Input',
    editedInput: 'Input, as edited',
    originalInput: 'Input, as the model wrote it',
    ranAs: 'Input, as the server ran it',
    ranOtherwise: 'the server ran it with another input',
    result: 'Result',
    /** The size of a result, instead of a result that is too long for the line. */
    resultLines: (count: number) => en.plural(count, { one: '# line', other: '# lines' }),
    resultItems: (count: number) => en.plural(count, { one: '# item', other: '# items' }),
    answeredBy: 'Answered by',
    by: decidedBy,
  },
};

function decidedBy(by: DecidedBy): string {
  switch (by.type) {
    case 'person':
      return by.name ?? by.id ?? (isInOtherPage(by) ? 'a person in another tab' : 'a person');
    case 'people':
      return labelPeople(by.people).join(', ');
    case 'page':
      return 'this page';
    case 'handler':
      return by.name ?? 'the app';
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

function whyNoAnswer(status: number | undefined): string {
  if (status === undefined) return 'The model did not answer.';
  return status === 429 ? 'The model is busy (429).' : `The model could not answer (${status}).`;
}

const englishChat = {
  conversation: 'Conversation',
  you: 'You',
  /** The name of an agent without one. */
  agent: 'Agent',
  status: {
    idle: '',
    running: 'Working',
    waiting: 'Waiting for you',
    deferred: 'Paused: actions left open',
    failed: 'Failed',
  } satisfies Readonly<Record<ConversationStatus, string>>,
  /** Another place where a persisted conversation continues. */
  place: {
    opening: 'Opening…',
    elsewhere: 'Open in another tab',
  } satisfies Readonly<Record<Exclude<ConversationPlace, 'here'>, string>>,
  /** The button that continues a conversation here which is open in another tab. */
  useHere: 'Use it here',
  stopped: (reason: string | undefined) => (reason === undefined ? 'Stopped' : `Stopped: ${reason}`),
  tokens: (input: string, output: string) => `${input} → ${output} tokens`,
  steps: (count: number) => en.plural(count, { one: '# step', other: '# steps' }),
  /** `status`: the HTTP status, if the provider answered with one. */
  retryIn: (wait: string, status?: number) => `${whyNoAnswer(status)} Retrying in ${wait}.`,
  attachment: 'Attachment',
  download: (name: string) => `Download ${name}`,
  sources: 'Sources',
  reasoning: 'Reasoning',
  /** Reasoning that is still being written. */
  thinking: 'Thinking',
  jump: 'Jump to latest',
  /** Replaces it while calls wait there for a person. */
  /** The name of the suggested messages. */
  suggestions: 'Suggestions',
  copyMessage: 'Copy message',
  /** The name of the button at a code block. */
  copyCode: 'Copy code',
  /** The name of the button at the input of a call. */
  copyInput: 'Copy input',
  /** Replaces a picture that is not loaded; `alt` describes it, and may be empty. */
  picture: (alt: string) => (alt === '' ? 'Picture' : `Picture: ${alt}`),
  /** The name of a table in a text. */
  table: 'Table',
  /** The name of the box before a task in a text. */
  task: (state: 'open' | 'done') => ({ open: 'To do', done: 'Done' })[state],
  edit: 'Edit',
  editLabel: 'Your message. Sending it again replaces what follows.',
  editSend: 'Send again',
  cancel: 'Cancel',
  regenerate: 'Try again',
  /** At a message that no server accepted: the agent does not know it. */
  unsent: 'Not sent',
  /** At an incomplete answer. */
  cutOff: (reason: CutOff) =>
    ({
      length: 'Cut off at the length limit',
      'content-filter': 'Stopped by the content filter',
      error: 'Cut off by an error of the model',
    })[reason],
  /** The button that requests the rest of such an answer. */
  continueAnswer: 'Continue',
  /** The message that requests the rest. */
  continuePrompt: 'Continue where you stopped.',
  regenerateAnyway: 'Try again anyway',
  /** At content that the provider refused, before its text or the name of its tool. */
  refused: (refused: RefusedContent) => {
    const what = { user: 'your message', assistant: 'an answer', result: 'the result of', tool: 'the tool' }[
      kindOfRefused(refused)
    ];
    return refused.basis === 'named'
      ? `The model’s provider does not accept ${what}`
      : `The model’s provider does not say what it did not accept. The newest content is ${what}`;
  },
  /** The button that removes it. */
  removeRefused: (refused: RefusedContent) =>
    ({
      user: 'Remove this message and continue',
      assistant: 'Remove this answer and continue',
      result: 'Remove this result and continue',
      tool: 'Continue without this tool',
    })[kindOfRefused(refused)],
  /** At the button that removes an answer: the effects of its calls remain. */
  alreadyRan: (count: number) =>
    en.plural(count, {
      one: '# action of this answer has run already. Its effects remain.',
      other: '# actions of this answer have run already. Their effects remain.',
    }),
};

/** The English strings of the frame of a chat. */
export const chatStrings = {
  group: 'chat' as const,
  english: englishChat,
};

/** The reason why a file was rejected. */
export type AttachmentFault = 'type' | 'image' | 'size' | 'count' | 'unreadable';

/** The English strings of the composer. */
export const composerStrings = {
  group: 'chat' as const,
  english: {
    message: 'Message',
    placeholder: 'Ask for something',
    send: 'Send',
    stop: 'Stop',
    hint: 'Enter to send, Shift+Enter for a new line',
    /** Replaces the hint if Enter begins a new line. */
    hintNewLine: 'Ctrl+Enter to send, Enter for a new line',
    /** Replaces the hint while calls are pending and nothing is written. */
    toAnswer: (needYou: string) => `${needYou}: ↑ to review`,
    /** The same for screen readers: announced once when calls arrive. */
    toAnswerSpoken: 'Press Arrow Up in the empty message to review.',
    attach: 'Attach files',
    attachments: 'Attached files',
    removeAttachment: (name: string) => `Remove ${name}`,
    reading: 'being read…',
    drop: 'Drop files here to attach them',
    attachmentProblem: {
      type: (name, limit) => `${name} was not attached: only these kinds are taken: ${limit}.`,
      image: (name) => `${name} was not attached: models cannot read this kind of image. Save it as JPEG or PNG first.`,
      size: (name, limit) => `${name} was not attached: it is larger than ${limit}.`,
      count: (name, limit) => `${name} was not attached: a message takes no more than ${limit} files.`,
      unreadable: (name) => `${name} was not attached: it could not be read. Is it a folder, or was it moved?`,
    } satisfies Readonly<Record<AttachmentFault, (name: string, limit: string) => string>>,
    /** Sends a message although that ends parked calls. */
    sendAndEnd: 'Send and discard them',
    /** The warning that a message ends parked calls. */
    sendingEnds: (count: number) =>
      en.plural(count, {
        one: 'One action is left open. Send again to end it: it does not run, and you can no longer answer it.',
        other: '# actions are left open. Send again to end them: they do not run, and you can no longer answer them.',
      }),
    /**
     * `held`: the previous run was stopped or failed, so it is not sent automatically. `parked`: it left calls open.
     */
    queued: (text: string, until: 'batch' | 'run' | 'held' | 'parked') =>
      ({
        batch: `“${text}” is sent when you have answered.`,
        run: `“${text}” is sent when the agent is done.`,
        held: `“${text}” waits, because the agent did not finish.`,
        parked: `“${text}” waits for the actions that are left open.`,
      })[until],
    /** `batch`: it is sent with the answers to pending actions. `step`: after what the agent is doing. */
    steering: (text: string, until: 'batch' | 'step') =>
      until === 'batch' ? `“${text}” is sent with your answers.` : `“${text}” is sent after the current step.`,
    queuedFiles: (count: number) => en.plural(count, { one: '# file', other: '# files' }),
    unqueue: 'Don’t send',
    /** Sends a message that is held back, or that waits for the end of the run. */
    sendQueued: 'Send now',
    /** Lets a message wait for the end of the run. */
    sendWhenDone: 'Send when done',
  },
};

/** The strings of the composer. */
export type ComposerStrings = (typeof composerStrings)['english'];
