import { plural } from '../../protocol/base/words.js';

/** Why a file was not taken. */
export type AttachmentFault = 'type' | 'image' | 'size' | 'count' | 'unreadable';

/** The English words of where a person writes. */
export const composerStrings = {
  group: 'chat' as const,
  english: {
    message: 'Message',
    placeholder: 'Ask for something',
    send: 'Send',
    stop: 'Stop',
    hint: 'Enter sends, Shift+Enter begins a new line.',
    /** In place of the hint where Enter begins a new line. */
    hintNewLine: 'Enter begins a new line. Send with the button or Ctrl+Enter.',
    /** Stands in place of the hint while calls wait for a person and nothing is written. */
    toAnswer: (count: number) => `${plural(count, 'call waits', 'calls wait')} for you: ↑ to answer`,
    /** The same for who listens: read aloud once when calls come. */
    toAnswerSpoken: 'Press Arrow Up in the empty message to answer.',
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
    /** Sends a message although that ends what was left open. */
    sendAndEnd: 'Send and end them',
    /** Said before a message ends what was left open. */
    sendingEnds: (count: number) =>
      count === 1
        ? 'One call is left open. Send again to end it: it does not run, and cannot be answered any more.'
        : `${count.toLocaleString('en')} calls are left open. Send again to end them: they do not run, and cannot be answered any more.`,
    /** `held`: the run before it was stopped or failed, so that it is not sent by itself. `parked`: it left calls open. */
    queued: (text: string, until: 'batch' | 'run' | 'held' | 'parked') =>
      ({
        batch: `“${text}” is sent when this batch is answered.`,
        run: `“${text}” is sent when this run has completed.`,
        held: `“${text}” waits, because the run did not complete.`,
        parked: `“${text}” waits for the calls that are left open.`,
      })[until],
    queuedFiles: (count: number) => plural(count, 'file', 'files'),
    unqueue: 'Do not send',
    /** Sends what is held. */
    sendQueued: 'Send now',
  },
};

/** The strings of the field to write in. */
export type ComposerStrings = (typeof composerStrings)['english'];
