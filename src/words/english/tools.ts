import { en } from './english-words.js';

/**
 * The reason why the location is missing: denied by the user or the browser, not available, timed out, or not supported
 * by the page.
 */
export type LocationProblem = 'denied' | 'unavailable' | 'timeout' | 'unsupported';

/** The English strings of every client tool, and those of the short ones. */
export const toolStrings = {
  group: 'tools' as const,
  english: {
    submit: 'Send answer',
    sending: 'Sending…',
    sendAgain: 'Send again',
    retry: 'Try again',
    /** Ends a call without a result. */
    decline: 'Not now',
    tellDeclined: 'The user did not want to answer.',
    /** The name of a result without parts, for its problems. */
    wholeResult: 'answer',
    confirm: { yes: 'Yes', no: 'No', reason: 'Reason (optional)' },
    form: {
      send: 'Send answer',
      /** Shown while the schema of a form is loading. */ answer: 'Answer',
      loading: 'Preparing the form…',
    },
  },
};

/** The English strings of the file picker. */
export const fileStrings = {
  group: 'tools' as const,
  english: {
    files: {
      choose: (isMany: boolean): string => (isMany ? 'Choose files…' : 'Choose a file…'),
      chooseMore: 'Add more…',
      chooseOther: 'Choose another…',
      drop: (isMany: boolean): string => (isMany ? 'or drop them here' : 'or drop it here'),
      /** The limits for files. `accept` is empty if any is allowed. */
      limits: ({
        accept,
        maxFiles,
        maxBytes,
      }: {
        readonly accept: string;
        readonly maxFiles: string;
        readonly maxBytes: string;
      }) => {
        const kind = accept === '' ? 'Any kind of file' : `Files of the kind ${accept}`;
        return maxFiles === '1' ? `${kind}, up to ${maxBytes}.` : `${kind}, up to ${maxFiles}, each up to ${maxBytes}.`;
      },
      tooBig: (name: string, size: string, limit: string) => `“${name}” has ${size}; the limit is ${limit}.`,
      wrongKind: (name: string, accept: string) => `“${name}” is not of the kind ${accept}.`,
      tooMany: (name: string, limit: string) => `“${name}” was left out: the limit is ${limit}.`,
      notText: (name: string) => `“${name}” is not a text file.`,
      unreadable: (name: string) =>
        `“${name}” could not be read. It may have been moved or changed since; choose it again.`,
      reading: 'Reading…',
      chosen: (count: number, size: string) =>
        `${en.plural(count, { one: '# file', other: '# files' })} chosen, ${size}`,
      list: 'Chosen files',
      remove: 'Remove',
      removeNamed: (name: string) => `Remove ${name}`,
      send: (count: number) => en.plural(count, { one: 'Send # file', other: 'Send # files' }),
      noneYet: 'Send',
      tellDeclined: 'The user did not choose a file.',
    },
  },
};

/** The English strings of the location request. */
export const locationStrings = {
  group: 'tools' as const,
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
        unsupported: 'This browser cannot determine your location, or not on this page.',
      } satisfies Readonly<Record<LocationProblem, string>>,
      unavailable: 'Answer that it is not available',
      tellUnavailable: {
        denied: 'The user’s location is not available: the permission was refused.',
        unavailable: 'The user’s location is not available: the device could not find it out.',
        timeout: 'The user’s location is not available: finding it took too long.',
        unsupported: 'The user’s location is not available: this browser cannot find it out.',
      } satisfies Readonly<Record<LocationProblem, string>>,
      tellDeclined: 'The user did not want to share the location.',
    },
  },
};

/** The English strings of background tasks. */
export const taskStrings = {
  group: 'tools' as const,
  english: {
    task: {
      running: 'Working…',
      progress: 'Progress',
      percent: (percent: string) => `${percent} done`,
      done: 'Done.',
      failed: (message: string) => `It failed: ${message}`,
      stopped: 'It was stopped before it was done.',
      cancel: 'Cancel',
      tellCancelled: 'The user cancelled this.',
      giveUp: 'Answer that it failed',
      tellFailed: (message: string) => `It failed: ${message}`,
    },
  },
};

const englishElicitation = {
  send: 'Send answer',
  decline: 'Decline',
  cancel: 'Cancel',
  /** Before the host of a page that a server wants opened. */
  leadsTo: 'The page is at',
  open: 'Open in a new tab',
  opened: 'Come back when you are done there. What you enter on that page is not seen here.',
  done: 'I have done it',
  /** An address that cannot be opened. */
  noPage: 'This address cannot be opened safely:',
};

/** The English strings of MCP elicitations. */
export const elicitationStrings = {
  group: 'elicitation' as const,
  english: englishElicitation,
};

const englishLazy = {
  loading: 'Loading…',
  failed:
    'This part of the page could not be loaded. Check your connection, or reload the page: it may have been updated.',
  retry: 'Try again',
};

/** The English strings shown in place of a view that is still loading. */
export const lazyStrings = { group: 'lazy' as const, english: englishLazy };

const englishMeter = {
  /** The name of the meter. */
  context: 'Context',
  used: (tokens: string, window: string | undefined) =>
    window === undefined ? `${tokens} tokens` : `${tokens} of ${window} tokens`,
  /** Beside it when little room is left. */
  level: { high: 'Nearly full', full: 'Full' } satisfies Readonly<Record<'high' | 'full', string>>,
  /** The name of the cost. */
  cost: 'Cost',
};

/** The English strings of this family. */
export const meterStrings = { group: 'meter' as const, english: englishMeter };
