import type { StringTable } from '../../protocol/base/string-table.js';

/** The ready-made client tools. What begins with `tell` is read by the model. */
export interface ToolsStrings {
  readonly submit: string;
  readonly sending: string;
  readonly sendAgain: string;
  readonly retry: string;
  /** Ends a call without a result. */
  readonly decline: string;
  readonly tellDeclined: string;
  /** Names what is wrong in a result that has no parts. */
  readonly wholeResult: string;
  readonly confirm: ConfirmStrings;
  readonly files: FileStrings;
  readonly location: LocationStrings;
  readonly task: TaskStrings;
  readonly form: ToolFormStrings;
}

/** A question with yes and no. */
interface ConfirmStrings {
  readonly yes: string;
  readonly no: string;
  readonly reason: string;
}

/** Files from the person's device. */
export interface FileStrings {
  readonly choose: (isMany: boolean) => string;
  readonly chooseMore: string;
  readonly chooseOther: string;
  readonly drop: (isMany: boolean) => string;
  /** What may be chosen. `accept` is empty where anything may. */
  readonly limits: (limits: {
    readonly accept: string;
    readonly maxFiles: string;
    readonly maxBytes: string;
  }) => string;
  readonly tooBig: (name: string, size: string, limit: string) => string;
  readonly wrongKind: (name: string, accept: string) => string;
  readonly tooMany: (name: string, limit: string) => string;
  readonly notText: (name: string) => string;
  readonly unreadable: (name: string) => string;
  readonly reading: string;
  readonly chosen: (count: number, size: string) => string;
  readonly list: string;
  readonly remove: string;
  readonly removeNamed: (name: string) => string;
  readonly send: (count: number) => string;
  readonly noneYet: string;
  readonly tellDeclined: string;
}

/** Where a device is. */
interface LocationStrings {
  readonly reason: string;
  readonly precision: string;
  readonly exact: string;
  readonly rounded: string;
  readonly roundedHint: string;
  readonly share: string;
  readonly asking: string;
  readonly problems: Readonly<Record<LocationProblem, string>>;
  readonly unavailable: string;
  readonly tellUnavailable: Readonly<Record<LocationProblem, string>>;
  readonly tellDeclined: string;
}

/** Why there is no location: the person or the browser said no, nothing could tell, it took too long, the page cannot ask. */
export type LocationProblem = 'denied' | 'unavailable' | 'timeout' | 'unsupported';

/** Work that goes on by itself. */
interface TaskStrings {
  readonly running: string;
  readonly progress: string;
  readonly percent: (percent: string) => string;
  readonly done: string;
  readonly failed: (message: string) => string;
  readonly stopped: string;
  readonly cancel: string;
  readonly tellCancelled: string;
  readonly giveUp: string;
  readonly tellFailed: (message: string) => string;
}

/** A form made from a schema. */
interface ToolFormStrings {
  readonly send: string;
  /** The name of the field of an answer in words. */
  readonly answer: string;
  readonly loading: string;
}

/** The English words of every client tool, and those of the short ones. */
export const toolStrings: StringTable<'tools', Omit<ToolsStrings, 'files' | 'location' | 'task'>> = {
  group: 'tools',
  english: {
    submit: 'Send answer',
    sending: 'Sending…',
    sendAgain: 'Send again',
    retry: 'Try again',
    decline: 'Not now',
    tellDeclined: 'The user did not want to answer.',
    wholeResult: 'answer',
    confirm: { yes: 'Yes', no: 'No', reason: 'Reason (optional)' },
    form: { send: 'Send answer', answer: 'Answer', loading: 'Preparing the form…' },
  },
};

/** The English words of who chooses files. */
export const fileStrings: StringTable<'tools', Pick<ToolsStrings, 'files'>> = {
  group: 'tools',
  english: {
    files: {
      choose: (isMany) => (isMany ? 'Choose files…' : 'Choose a file…'),
      chooseMore: 'Add more…',
      chooseOther: 'Choose another…',
      drop: (isMany) => (isMany ? 'or drop them here' : 'or drop it here'),
      limits: ({ accept, maxFiles, maxBytes }) => {
        const kind = accept === '' ? 'Any kind of file' : `Files of the kind ${accept}`;
        return maxFiles === '1' ? `${kind}, up to ${maxBytes}.` : `${kind}, up to ${maxFiles}, each up to ${maxBytes}.`;
      },
      tooBig: (name, size, limit) => `“${name}” has ${size}; the limit is ${limit}.`,
      wrongKind: (name, accept) => `“${name}” is not of the kind ${accept}.`,
      tooMany: (name, limit) => `“${name}” was left out: the limit is ${limit}.`,
      notText: (name) => `“${name}” is not a text file.`,
      unreadable: (name) => `“${name}” could not be read. It may have been moved or changed since; choose it again.`,
      reading: 'Reading…',
      chosen: (count, size) => `${count === 1 ? '1 file' : `${count} files`} chosen, ${size}`,
      list: 'Chosen files',
      remove: 'Remove',
      removeNamed: (name) => `Remove ${name}`,
      send: (count) => (count === 1 ? 'Send 1 file' : `Send ${count} files`),
      noneYet: 'Send',
      tellDeclined: 'The user did not choose a file.',
    },
  },
};

/** The English words of who shares a location. */
export const locationStrings: StringTable<'tools', Pick<ToolsStrings, 'location'>> = {
  group: 'tools',
  english: {
    location: {
      reason: 'The model asks where you are.',
      precision: 'How precise?',
      exact: 'Exact',
      rounded: 'Rounded',
      roundedHint: 'to about a kilometre',
      share: 'Share my location',
      asking: 'Your browser finds out where you are. It may ask you first.',
      problems: {
        denied:
          'The browser did not allow it. Allow this page to know your location in the settings of the browser, then try again.',
        unavailable: 'Your device could not find out where it is.',
        timeout: 'Finding your location took too long.',
        unsupported: 'This browser cannot find out where it is, or not on this page.',
      },
      unavailable: 'Answer that it is not available',
      tellUnavailable: {
        denied: 'The user’s location is not available: the permission was refused.',
        unavailable: 'The user’s location is not available: the device could not find it out.',
        timeout: 'The user’s location is not available: finding it took too long.',
        unsupported: 'The user’s location is not available: this browser cannot find it out.',
      },
      tellDeclined: 'The user did not want to share the location.',
    },
  },
};

/** The English words of work that goes on. */
export const taskStrings: StringTable<'tools', Pick<ToolsStrings, 'task'>> = {
  group: 'tools',
  english: {
    task: {
      running: 'Working…',
      progress: 'Progress',
      percent: (percent) => `${percent} done`,
      done: 'Done.',
      failed: (message) => `It failed: ${message}`,
      stopped: 'It was stopped before it was done.',
      cancel: 'Cancel',
      tellCancelled: 'The user cancelled this.',
      giveUp: 'Answer that it failed',
      tellFailed: (message) => `It failed: ${message}`,
    },
  },
};
