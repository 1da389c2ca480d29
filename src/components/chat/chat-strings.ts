import { kindOfRefused, type RefusedContent } from '../../protocol/base/serialize-error.js';
import type { StringTable } from '../../protocol/base/string-table.js';
import { plural } from '../../protocol/base/words.js';
import { type DecidedBy, labelPeople } from '../../protocol/decided-by.js';
import type { CutOff } from '../../store/messages/cut-off.js';
import type { ConversationPlace, ConversationStatus } from '../../store/state/conversation-state.js';
import { isInOtherPage } from '../../store/state/page-id.js';
import type { ComposerStrings } from '../composer/composer-strings.js';

/** The frame of a chat: who speaks, what it does, where to type. Numbers, sizes and times come as text, in the provider's locale. */
export interface ChatStrings extends ComposerStrings, CallStrings {
  readonly conversation: string;
  readonly you: string;
  /** The name of an agent that has none. */
  readonly agent: string;
  readonly status: Readonly<Record<ConversationStatus, string>>;
  /** Where a conversation goes on that is kept in a storage, when it is not this page. */
  readonly place: Readonly<Record<Exclude<ConversationPlace, 'here'>, string>>;
  /** The button that continues a conversation here which another tab has open. */
  readonly useHere: string;
  readonly stopped: (reason: string | undefined) => string;
  readonly tokens: (input: string, output: string) => string;
  readonly steps: (count: number) => string;
  /** The model's service refused or failed, and is asked again after so long. */
  /** `status`: the HTTP status, where the provider answered with one. */
  readonly retryIn: (wait: string, status?: number) => string;
  readonly attachment: string;
  readonly download: (name: string) => string;
  readonly sources: string;
  readonly reasoning: string;
  /** Reasoning that is still being written. */
  readonly thinking: string;
  readonly jump: string;
  /** The name of what a person could say next. */
  readonly suggestions: string;
  readonly copyMessage: string;
  /** The name of the button by a block of code. */
  readonly copyCode: string;
  /** The name of the button by the input of a call. */
  readonly copyInput: string;
  /** Stands for a picture that is not loaded; `alt` says what is on it, and may be empty. */
  readonly picture: (alt: string) => string;
  /** The name of a table in a text. */
  readonly table: string;
  /** The name of the box before a task in a text. */
  readonly task: (state: 'open' | 'done') => string;
  readonly edit: string;
  readonly editLabel: string;
  readonly editSend: string;
  readonly cancel: string;
  readonly regenerate: string;
  /** Stands by a message that no server took: the agent does not know it. */
  readonly unsent: string;
  /** Stands by an answer that is not complete. */
  readonly cutOff: (reason: CutOff) => string;
  /** The name of the button that asks for the rest of such an answer. */
  readonly continueAnswer: string;
  /** The message that asks for the rest. */
  readonly continuePrompt: string;
  readonly regenerateAnyway: string;
  /** Stands by content that the provider refused, before its text or the name of its tool. */
  readonly refused: (refused: RefusedContent) => string;
  /** The name of the button that removes it. */
  readonly removeRefused: (refused: RefusedContent) => string;
  /** Stands by what takes an answer back: what its calls did stays done. */
  readonly alreadyRan: (count: number) => string;
}

/** A tool call as a line of the conversation. */
export interface CallStrings {
  readonly progress: (title: string) => string;
  readonly tool: string;
  readonly input: string;
  readonly editedInput: string;
  readonly originalInput: string;
  readonly ranAs: string;
  readonly ranOtherwise: string;
  readonly result: string;
  readonly answeredBy: string;
  readonly by: (by: DecidedBy) => string;
}

/** The English words of a call in a conversation. */
export const callStrings: StringTable<'chat', CallStrings> = {
  group: 'chat',
  english: {
    progress: (title) => `Progress of ${title}`,
    tool: 'Tool',
    input: 'Input',
    editedInput: 'Input, as edited',
    originalInput: 'Input, as the model wrote it',
    ranAs: 'Input, as the server ran it',
    ranOtherwise: 'the server ran it with another input',
    result: 'Result',
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
  return status === 429
    ? 'The provider takes no more requests just now (429).'
    : `The provider could not answer (${status}).`;
}

const englishChat: Omit<ChatStrings, keyof ComposerStrings | keyof CallStrings> = {
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
  place: {
    opening: 'Opening…',
    elsewhere: 'Open in another tab',
  },
  useHere: 'Use it here',
  stopped: (reason) => (reason === undefined ? 'Stopped' : `Stopped: ${reason}`),
  tokens: (input, output) => `${input} → ${output} tokens`,
  steps: (count) => plural(count, 'step', 'steps'),
  retryIn: (wait, status) => `${whyNoAnswer(status)} Again in ${wait}.`,
  attachment: 'Attachment',
  download: (name) => `Download ${name}`,
  sources: 'Sources',
  reasoning: 'Reasoning',
  thinking: 'Thinking',
  jump: 'To the latest',
  suggestions: 'Suggestions',
  copyMessage: 'Copy message',
  copyCode: 'Copy code',
  copyInput: 'Copy input',
  picture: (alt) => (alt === '' ? 'Picture' : `Picture: ${alt}`),
  table: 'Table',
  task: (state) => ({ open: 'To do', done: 'Done' })[state],
  edit: 'Edit',
  editLabel: 'Your message. Sending it again replaces what follows.',
  editSend: 'Send again',
  cancel: 'Cancel',
  regenerate: 'Try again',
  unsent: 'Not sent',
  cutOff: (reason) =>
    ({
      length: 'Cut off at the length limit',
      'content-filter': 'Stopped by the content filter',
      error: 'Cut off by an error of the model',
    })[reason],
  continueAnswer: 'Continue',
  continuePrompt: 'Continue where you stopped.',
  regenerateAnyway: 'Try again anyway',
  refused: (refused) => {
    const what = { user: 'your message', assistant: 'an answer', result: 'the result of', tool: 'the tool' }[
      kindOfRefused(refused)
    ];
    return refused.basis === 'named'
      ? `The model’s provider does not accept ${what}`
      : `The model’s provider does not say what it did not accept. The newest content is ${what}`;
  },
  removeRefused: (refused) =>
    ({
      user: 'Remove this message and continue',
      assistant: 'Remove this answer and continue',
      result: 'Remove this result and continue',
      tool: 'Continue without this tool',
    })[kindOfRefused(refused)],
  alreadyRan: (count) =>
    `${plural(count, 'call of this answer has', 'calls of this answer have')} run already. What they did stays done.`,
};

/** The English words of the frame of a chat. */
export const chatStrings: StringTable<'chat', Omit<ChatStrings, keyof ComposerStrings | keyof CallStrings>> = {
  group: 'chat',
  english: englishChat,
};
