import type { StringTable } from '../../protocol/base/string-table.js';
import { plural } from '../../protocol/base/words.js';

/** Where a person writes. */
export interface ComposerStrings {
  readonly message: string;
  readonly placeholder: string;
  readonly send: string;
  readonly stop: string;
  readonly hint: string;
  /** In place of the hint where Enter begins a new line. */
  readonly hintNewLine: string;
  /** Stands in place of the hint while calls wait for a person and nothing is written. */
  readonly toAnswer: (count: number) => string;
  /** The same for who listens: read aloud once when calls come. */
  readonly toAnswerSpoken: string;
  readonly attach: string;
  readonly attachments: string;
  readonly removeAttachment: (name: string) => string;
  readonly reading: string;
  readonly drop: string;
  readonly attachmentProblem: Readonly<Record<AttachmentFault, (name: string, limit: string) => string>>;
  /** Sends a message although that ends what was left open. */
  readonly sendAndEnd: string;
  /** Said before a message ends what was left open. */
  readonly sendingEnds: (count: number) => string;
  /** `held`: the run before it was stopped or failed, so that it is not sent by itself. `parked`: it left calls open. */
  readonly queued: (text: string, until: 'batch' | 'run' | 'held' | 'parked') => string;
  readonly queuedFiles: (count: number) => string;
  readonly unqueue: string;
  /** Sends what is held. */
  readonly sendQueued: string;
}

/** Why a file was not taken. */
export type AttachmentFault = 'type' | 'image' | 'size' | 'count' | 'unreadable';

/** The English words of where a person writes. */
export const composerStrings: StringTable<'chat', ComposerStrings> = {
  group: 'chat',
  english: {
    message: 'Message',
    placeholder: 'Ask for something',
    send: 'Send',
    stop: 'Stop',
    hint: 'Enter sends, Shift+Enter begins a new line.',
    hintNewLine: 'Enter begins a new line. Send with the button or Ctrl+Enter.',
    toAnswer: (count) => `${plural(count, 'call waits', 'calls wait')} for you: ↑ to answer`,
    toAnswerSpoken: 'Press Arrow Up in the empty message to answer.',
    attach: 'Attach files',
    attachments: 'Attached files',
    removeAttachment: (name) => `Remove ${name}`,
    reading: 'being read…',
    drop: 'Drop files here to attach them',
    attachmentProblem: {
      type: (name, limit) => `${name} was not attached: only these kinds are taken: ${limit}.`,
      image: (name) => `${name} was not attached: models cannot read this kind of image. Save it as JPEG or PNG first.`,
      size: (name, limit) => `${name} was not attached: it is larger than ${limit}.`,
      count: (name, limit) => `${name} was not attached: a message takes no more than ${limit} files.`,
      unreadable: (name) => `${name} was not attached: it could not be read. Is it a folder, or was it moved?`,
    },
    sendAndEnd: 'Send and end them',
    sendingEnds: (count) =>
      count === 1
        ? 'One call is left open. Send again to end it: it does not run, and cannot be answered any more.'
        : `${count.toLocaleString('en')} calls are left open. Send again to end them: they do not run, and cannot be answered any more.`,
    queued: (text, until) =>
      ({
        batch: `“${text}” is sent when this batch is answered.`,
        run: `“${text}” is sent when this run has completed.`,
        held: `“${text}” waits, because the run did not complete.`,
        parked: `“${text}” waits for the calls that are left open.`,
      })[until],
    queuedFiles: (count) => plural(count, 'file', 'files'),
    unqueue: 'Do not send',
    sendQueued: 'Send now',
  },
};
