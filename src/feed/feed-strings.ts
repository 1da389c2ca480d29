import type { StringTable } from '../protocol/base/string-table.js';
import { plural } from '../protocol/base/words.js';
import { type DecidedBy, labelPeople } from '../protocol/decided-by.js';
import type { LateReason, RunEventOf } from '../protocol/run-event.js';
import type { FeedKind, FeedTopic } from './feed-row.js';

/** What the lines say. */
export interface FeedLineStrings {
  readonly run: string;
  readonly runEnd: Readonly<Record<RunEventOf<'run-end'>['outcome'], string>>;
  readonly step: (step: number) => string;
  readonly model: string;
  readonly retry: (attempt: number) => string;
  /** Numbers as the locale writes them. */
  readonly tokens: (input: string, output: string) => string;
  readonly text: string;
  readonly reasoning: string;
  /** A call, and where it stands. */
  readonly call: (title: string, state: string) => string;
  /** How much of an input is written. */
  readonly characters: (count: number) => string;
  readonly handed: (count: number) => string;
  readonly answered: (count: number) => string;
  readonly declined: (count: number) => string;
  readonly takenBack: (title: string) => string;
  /** A server refused answers. */
  readonly refused: string;
  readonly extended: (title: string) => string;
  readonly until: (time: string) => string;
  readonly late: string;
  readonly lateReasons: Readonly<Record<LateReason, string>>;
  /** What was decided about a call, `by` whom in words, and why. */
  readonly policy: Readonly<Record<RunEventOf<'policy-decision'>['effect'], (by: string, reason: string) => string>>;
  /** A tool that is not offered to the model. */
  readonly kept: (toolName: string) => string;
  readonly by: (who: DecidedBy) => string;
}

/** The event feed. */
export interface FeedStrings extends FeedLineStrings {
  readonly title: string;
  readonly open: string;
  readonly live: string;
  /** `written` is the count as the locale writes it. */
  readonly count: (count: number, written: string) => string;
  readonly found: (found: string, all: number, written: string) => string;
  readonly empty: string;
  readonly noMatch: string;
  /** What was before the first line. */
  readonly earlier: Readonly<Record<'none' | 'kept' | 'dropped', string>>;
  readonly showEarlier: string;
  /** What the marks mean; a line whose words say it all has none. */
  readonly kinds: Readonly<Record<FeedKind, string>>;
  readonly filter: string;
  readonly topics: Readonly<Record<Exclude<FeedTopic, 'run'>, string>>;
  readonly agents: string;
  readonly allAgents: string;
  readonly search: string;
  readonly follow: string;
  readonly latest: string;
  readonly fold: string;
  readonly unfold: string;
  readonly events: (count: number) => string;
  readonly cut: (count: number) => string;
  readonly copy: string;
  readonly copied: string;
  readonly copyFailed: string;
  readonly reveal: string;
  readonly export: string;
  readonly exportRedacted: string;
  readonly exportRedactedHint: string;
  readonly exportAll: string;
  readonly exportAllWarning: string;
  /** While what is kept is read. */
  readonly exportSaving: string;
  readonly exportFailed: (problem: string) => string;
  readonly totals: Readonly<Record<'steps' | 'calls' | 'tokens' | 'retries' | 'problems' | 'time', string>>;
  readonly replay: ReplayStrings;
  readonly dock: Readonly<Record<'corner' | 'side' | 'bottom', string>>;
  readonly dockLabel: string;
  readonly close: string;
}

/** The way through a recorded run. */
export interface ReplayStrings {
  readonly title: string;
  readonly position: string;
  /** Numbers and time as the locale writes them. */
  readonly at: (position: string, all: string, time: string | undefined) => string;
  readonly first: string;
  readonly back: string;
  readonly forward: string;
  readonly last: string;
  readonly readOnly: string;
}

/** What only a feed says that lies over the page. */
type DockWord = 'open' | 'dock' | 'dockLabel' | 'close';

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

const lineWords: FeedLineStrings = {
  run: 'run begins',
  runEnd: { completed: 'run completed', deferred: 'run ends open', aborted: 'run stopped', failed: 'run failed' },
  step: (step) => `Step ${step}`,
  model: 'model call',
  retry: (attempt) => `model call failed, try ${attempt + 1} follows`,
  tokens: (input, output) => `${input} → ${output} tokens`,
  text: 'text',
  reasoning: 'reasoning',
  call: (title, state) => `${title}: ${state}`,
  characters: (count) => plural(count, 'character', 'characters'),
  handed: (count) => `batch of ${count} handed over`,
  answered: (count) => `batch of ${count} answered`,
  declined: (count) => `batch of ${count} left open`,
  takenBack: (title) => `answer taken back: ${title}`,
  refused: 'the server refused the answers',
  extended: (title) => `more time: ${title}`,
  until: (time) => `until ${time}`,
  late: 'late answer ignored',
  lateReasons: { answered: 'answered elsewhere', cancelled: 'run stopped', expired: 'time was up' },
  policy: {
    allow: (by, reason) => `allowed ${by}: ${reason}`,
    ask: (by, reason) => `asked about ${by}: ${reason}`,
    deny: (by, reason) => `denied ${by}: ${reason}`,
    block: (by, reason) => `blocked ${by}: ${reason}`,
  },
  kept: (toolName) => `${toolName} kept from the model`,
  by: who,
};

const englishFeed: Omit<FeedStrings, DockWord | 'replay'> = {
  ...lineWords,
  title: 'Events',
  live: 'live',
  count: (count, written) => `${written} ${count === 1 ? 'line' : 'lines'}`,
  found: (found, all, written) => `${found} of ${written} ${all === 1 ? 'line' : 'lines'}`,
  empty: 'Nothing has happened yet',
  noMatch: 'No line matches',
  earlier: {
    none: 'This is all',
    kept: 'There is more before this',
    dropped: 'What was before this is not held any more',
  },
  showEarlier: 'Show earlier',
  kinds: {
    step: '',
    live: 'going on',
    note: '',
    ok: 'done',
    wait: 'waiting',
    no: 'refused or failed',
    warn: 'attention',
  },
  filter: 'Filter',
  topics: { model: 'Model', tools: 'Tools', people: 'People', policy: 'Policy', problems: 'Problems' },
  agents: 'Agent',
  allAgents: 'All agents',
  search: 'Search events',
  follow: 'Follow',
  latest: 'To the latest',
  fold: 'Fold',
  unfold: 'Unfold',
  events: (count) => plural(count, 'event', 'events'),
  cut: (count) => `${plural(count, 'more event', 'more events')} not shown here. The export holds all.`,
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Could not be copied: the browser did not allow it.',
  reveal: 'Show what is redacted',
  export: 'Export',
  exportRedacted: 'Download, redacted',
  exportRedactedHint: 'One JSON event a line. What looks like a secret is left out.',
  exportAll: 'Download everything',
  exportAllWarning:
    'Everything holds passwords, keys and file contents that went through the run. Whoever has the file can read them.',
  exportSaving: 'Saving…',
  exportFailed: (problem) => `Nothing was saved: ${problem}`,
  totals: { steps: 'Steps', calls: 'Calls', tokens: 'Tokens', retries: 'Retries', problems: 'Problems', time: 'Time' },
};

/** The English words of the feed. */
export const feedStrings: StringTable<'feed', Omit<FeedStrings, DockWord | 'replay'>> = {
  group: 'feed',
  english: englishFeed,
};

/** The English words of a feed that lies over the page. */
export const dockStrings: StringTable<'feed', Pick<FeedStrings, DockWord>> = {
  group: 'feed',
  english: {
    open: 'Show events',
    dock: { corner: 'Corner', side: 'Side', bottom: 'Bottom' },
    dockLabel: 'Place of the panel',
    close: 'Close',
  },
};

/** The English words of a recording. */
export const replayStrings: StringTable<'feed', Pick<FeedStrings, 'replay'>> = {
  group: 'feed',
  english: {
    replay: {
      title: 'Replay',
      position: 'Position in the run',
      at: (position, all, time) => `Event ${position} of ${all}${time === undefined ? '' : `, ${time}`}`,
      first: 'To the beginning',
      back: 'One event back',
      forward: 'One event on',
      last: 'To the end',
      readOnly: 'This is a recording: nothing is answered and nothing runs.',
    },
  },
};
