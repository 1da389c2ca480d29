import type { DecidedBy } from '../protocol/decided-by.js';
import type { RunOutcome } from '../protocol/outcome.js';
import type { LateReason, RunEventOf } from '../protocol/run-event.js';
import type { CallPhase } from '../store/call-record.js';
import type { FeedKind, FeedTopic } from './feed-row.js';

/** What the lines say. */
export interface FeedLineStrings {
  readonly run: string;
  readonly runEnd: Readonly<Record<RunOutcome<unknown>['type'], string>>;
  readonly step: (step: number) => string;
  readonly model: string;
  readonly retry: (attempt: number) => string;
  /** Numbers as the locale writes them. */
  readonly tokens: (input: string, output: string) => string;
  readonly text: string;
  readonly reasoning: string;
  readonly writes: (toolName: string) => string;
  /** How much of an input is written. */
  readonly characters: (count: number) => string;
  readonly called: (toolName: string) => string;
  readonly runs: (toolName: string) => string;
  /** A tool that stopped to have people asked. */
  readonly asks: (toolName: string) => string;
  readonly ended: (toolName: string, status: CallPhase) => string;
  readonly handed: (count: number) => string;
  readonly answered: (count: number) => string;
  readonly declined: (count: number) => string;
  readonly waits: (toolName: string) => string;
  readonly answer: (toolName: string, word: string) => string;
  readonly extended: (toolName: string) => string;
  readonly until: (time: string) => string;
  readonly late: string;
  readonly lateBy: Readonly<Record<LateReason, string>>;
  readonly policy: Readonly<Record<RunEventOf<'policy-decision'>['effect'], (toolName: string) => string>>;
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
  readonly notCopied: string;
  readonly reveal: string;
  readonly export: string;
  readonly exportRedacted: string;
  readonly exportRedactedHint: string;
  readonly exportAll: string;
  readonly exportAllWarning: string;
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
