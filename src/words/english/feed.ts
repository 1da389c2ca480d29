import { type DecidedBy, labelPeople } from '../../protocol/decided-by.js';
import type { LateReason, RunEventOf } from '../../protocol/run-event.js';
import { actionCount, en } from './english-words.js';

function who(by: DecidedBy): string {
  switch (by.type) {
    case 'person':
      return (by.name ?? by.id) === undefined ? 'by a person' : `by ${by.name ?? by.id}`;
    case 'people':
      return `by ${labelPeople(by.people).join(', ')}`;
    case 'page':
      return 'by this page';
    case 'handler':
      return by.name === undefined ? 'by the app' : `by ${by.name}, as the app says`;
    case 'rule':
      return by.rule === undefined ? `by policy ${by.policy}` : `by rule ${by.rule} of policy ${by.policy}`;
    case 'grant':
      return 'by a remembered decision';
    case 'expiry':
      return 'by the clock';
    default:
      return by satisfies never;
  }
}

const lineWords = {
  run: 'agent started',
  runEnd: {
    completed: 'agent finished',
    deferred: 'agent paused, actions left open',
    aborted: 'agent stopped',
    failed: 'agent failed',
  } satisfies Readonly<Record<RunEventOf<'run-end'>['outcome'], string>>,
  step: (step: number) => `Step ${en.number(step)}`,
  model: 'asked the model',
  retry: (attempt: number) => `the model did not answer, trying again (${en.number(attempt + 1)})`,
  /** Numbers in the reader's locale. */
  tokens: (input: string, output: string) => `${input} → ${output} tokens`,
  text: 'text',
  reasoning: 'reasoning',
  /** A call, with its state. */
  call: (title: string, state: string) => `${title}: ${state}`,
  /** The length of an unfinished input. */
  characters: (count: number) => en.plural(count, { one: '# character', other: '# characters' }),
  handed: (count: number) => `Asked you about ${actionCount(count)}`,
  answered: (count: number) => `${actionCount(count)} answered`,
  declined: (count: number) => `${actionCount(count)} left open`,
  takenBack: (title: string) => `answer retracted: ${title}`,
  /** A server rejected answers. */
  refused: 'the server refused the answers',
  extended: (title: string) => `more time: ${title}`,
  until: (time: string) => `until ${time}`,
  late: 'late answer ignored',
  lateReasons: {
    answered: 'answered elsewhere',
    cancelled: 'agent stopped',
    expired: 'time was up',
  } satisfies Readonly<Record<LateReason, string>>,
  /** The decision about a call, `by` whom in words, and the reason. */
  policy: {
    allow: (by, reason) => `allowed ${by}: ${reason}`,
    ask: (by, reason) => `asked about ${by}: ${reason}`,
    deny: (by, reason) => `denied ${by}: ${reason}`,
    block: (by, reason) => `blocked ${by}: ${reason}`,
  } satisfies Readonly<Record<RunEventOf<'policy-decision'>['effect'], (by: string, reason: string) => string>>,
  /** A tool that is not offered to the model. */
  kept: (toolName: string) => `${toolName} is not offered to the model`,
  by: who,
};

const lineCount = (count: number, written: string): string =>
  en.plural(count, { one: '# line', other: '# lines' }, written);

const englishFeed = {
  ...lineWords,
  title: 'Events',
  live: 'live',
  /** `written` is the count in the reader's locale. */
  count: lineCount,
  found: (found: string, all: number, written: string) => `${found} of ${lineCount(all, written)}`,
  empty: 'Nothing has happened yet',
  noMatch: 'No line matches',
  /** The events before the first line. */
  earlier: {
    none: 'This is all',
    kept: 'There are earlier events',
    dropped: 'Earlier events are no longer available',
  } satisfies Readonly<Record<'none' | 'kept' | 'dropped', string>>,
  showEarlier: 'Show earlier',
  /** The meanings of the glyphs; a line whose text says it all has none. */
  kinds: {
    step: '',
    live: 'in progress',
    note: '',
    ok: 'done',
    wait: 'waiting',
    no: 'refused or failed',
    warn: 'attention',
  },
  filter: 'Filter',
  topics: {
    model: 'Model',
    tools: 'Tools',
    people: 'People',
    policy: 'Policy',
    problems: 'Problems',
  },
  agents: 'Agent',
  allAgents: 'All agents',
  search: 'Search events',
  follow: 'Follow',
  latest: 'Jump to latest',
  fold: 'Fold',
  unfold: 'Unfold',
  events: (count: number) => en.plural(count, { one: '# event', other: '# events' }),
  cut: (count: number) =>
    `${en.plural(count, { one: '# more event', other: '# more events' })} not shown here. The export holds all.`,
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Could not be copied: the browser did not allow it.',
  reveal: 'Show what is redacted',
  /** Shows the events of a line as JSON. */
  raw: 'Raw events',
  /** The labels of the facts about a line. */
  facts: {
    began: 'Began',
    took: 'Took',
    tool: 'Tool',
    input: 'Input',
    edited: 'Edited input',
    result: 'Result',
    actions: 'Actions',
    text: 'Text',
  },
  export: 'Export',
  exportRedacted: 'Download, redacted',
  exportRedactedHint: 'One event per line, as JSON. Anything that looks like a secret is left out.',
  exportAll: 'Download everything',
  exportAllWarning:
    'Includes passwords, keys and file contents that the agent handled. Anyone with the file can read them.',
  /** While persisted events are loading. */
  exportSaving: 'Saving…',
  exportFailed: (problem: string) => `Nothing was saved: ${problem}`,
  totals: {
    steps: 'Steps',
    calls: 'Actions',
    tokens: 'Tokens',
    retries: 'Retries',
    problems: 'Problems',
    time: 'Time',
  } satisfies Readonly<Record<'steps' | 'calls' | 'tokens' | 'retries' | 'problems' | 'time', string>>,
};

/** The English strings of the feed. */
export const feedStrings = {
  group: 'feed' as const,
  english: englishFeed,
};

/** The English strings of a floating feed. */
export const dockStrings = {
  group: 'feed' as const,
  english: {
    open: 'Show events',
    dock: { corner: 'Corner', side: 'Side', bottom: 'Bottom' } satisfies Readonly<
      Record<'corner' | 'side' | 'bottom', string>
    >,
    dockLabel: 'Panel position',
    close: 'Close',
  },
};

/** The English strings of a replay. */
export const replayStrings = {
  group: 'feed' as const,
  english: {
    replay: {
      title: 'Replay',
      position: 'Position in the recording',
      /** Numbers and time in the reader's locale. */
      at: (position: string, all: string, time: string | undefined) =>
        `Event ${position} of ${all}${time === undefined ? '' : `, ${time}`}`,
      first: 'To the beginning',
      back: 'One event back',
      forward: 'One event on',
      last: 'To the end',
      readOnly: 'This is a recording: nothing is answered and nothing runs.',
    },
  },
};

/** The strings of one row. */
export type FeedLineStrings = typeof lineWords;
