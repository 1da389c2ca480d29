import type { ToolsStrings } from './tools-strings.js';

/** The English words of the ready-made client tools. */
export const defaultToolsStrings: ToolsStrings = {
  submit: 'Send answer',
  sending: 'Sending…',
  sendAgain: 'Send again',
  retry: 'Try again',
  decline: 'Not now',
  tellDeclined: 'The user did not want to answer.',
  wholeResult: 'answer',
  confirm: { yes: 'Yes', no: 'No', reason: 'Reason (optional)' },
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
  location: {
    why: 'The model asks where you are.',
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
  form: { send: 'Send answer', loading: 'Preparing the form…' },
};
