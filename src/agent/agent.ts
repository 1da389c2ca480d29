import type { ModelMessage, UserContent } from 'ai';
import type { Ask, AskOptions, DeferredToolHandler } from '../approval/handler.js';
import type { DeferredAnswer } from '../protocol/answers.js';
import type { DeferredToolRequests, DeferredToolResults } from '../protocol/deferred.js';
import type { JSONObject } from '../protocol/json.js';
import type { ModelSettings } from '../protocol/model-settings.js';
import type { RunOutcome } from '../protocol/outcome.js';
import type { RunEvent, RunEventOf } from '../protocol/run-event.js';
import type { Issue } from '../protocol/signals.js';

export type { Ask, AskOptions, DeferredToolHandler };

/** A batch on its way to people: what the app's `ask` option gets. */
export interface AskRequest {
  readonly batchId: string;
  readonly runId: string;
  readonly agentPath: readonly string[];
  readonly round: number;
  readonly requests: DeferredToolRequests;
  /** Milliseconds since 1970. */
  readonly expiresAt?: number;
  /** Fires when the answer is no longer wanted. */
  readonly signal: AbortSignal;
  /** Says what is wrong with an answer (an edit that breaks the schema), before anything is applied. Empty: nothing. */
  readonly check: (toolCallId: string, answer: DeferredAnswer) => Promise<readonly Issue[]>;
  /** Records an answer, or one that came too late, in the run's events. */
  readonly report: (event: AnswerReport) => void;
}

/** What can be recorded about answers as they come. */
export type AnswerReport =
  | Pick<RunEventOf<'answer'>, 'type' | 'toolCallId' | 'answer'>
  | Pick<RunEventOf<'late-answer'>, 'type' | 'toolCallId' | 'by'>;

/** Puts a batch before people. Injected into a run, which knows no screen. */
export type AskPeople = (request: AskRequest) => Promise<DeferredToolResults | null>;

/** A point at which the run waits until the entry is durable. */
export type JournalEntry =
  | {
      readonly type: 'asked';
      readonly runId: string;
      readonly batchId: string;
      readonly requests: DeferredToolRequests;
    }
  | {
      readonly type: 'answered';
      readonly runId: string;
      readonly batchId: string;
      readonly results: DeferredToolResults | null;
    }
  | { readonly type: 'started' | 'ended'; readonly runId: string; readonly toolCallId: string };

/** Where a run writes its intentions before it acts on them. */
export interface RunJournal {
  /** Resolves when the entry is durable; a rejection ends the run before the side effect. */
  append(entry: JournalEntry): Promise<void>;
}

/** What a run may cost. */
export interface UsageLimits {
  /** Requests to the model. Default: 50. */
  readonly requests?: number;
}

interface RunOptionsBase<DEPS> {
  /** The history to go on from: an earlier outcome's `messages`. */
  readonly messages?: readonly ModelMessage[];
  /** Answers for the calls that the history leaves open. */
  readonly deferredToolResults?: DeferredToolResults;
  /** Answers deferred calls in this run, instead of the agent's own handler. `null`: none, the run ends `deferred`. */
  readonly deferredToolHandler?: DeferredToolHandler<DEPS> | null;
  /** How to reach people. Without it `ctx.ask` resolves `null`. */
  readonly ask?: AskPeople;
  readonly modelSettings?: ModelSettings;
  readonly usageLimits?: UsageLimits;
  /** The app's own notes about the run, as `ctx.metadata`. */
  readonly metadata?: JSONObject;
  /** Default: a new one. */
  readonly conversationId?: string;
  readonly journal?: RunJournal;
  /** Stops the run when it fires. */
  readonly abortSignal?: AbortSignal;
}

/** Options of one run. `deps` is required when the agent's tools need some. */
export type RunOptions<DEPS = unknown> = RunOptionsBase<DEPS> &
  (unknown extends DEPS ? { readonly deps?: DEPS } : { readonly deps: DEPS });

/** What a run is started with: text, or text with images and files, or whole messages. */
export type RunInput = UserContent | readonly ModelMessage[] | undefined;

/** A run in progress. It goes on whether or not anybody iterates. */
export interface AgentRun<OUTPUT = string> extends AsyncIterable<RunEvent> {
  readonly runId: string;
  readonly conversationId: string;
  /** Resolves for every ending; never rejects. */
  readonly outcome: Promise<RunOutcome<OUTPUT>>;
  /** Stops model, tools and handler; the outcome is `aborted`. */
  readonly abort: (reason?: string) => void;
}

/** Whatever can be asked and answers with a run: a loop in the page, or one on a server. */
export interface Agent<DEPS = unknown, OUTPUT = string> {
  readonly name: string;
  /**
   * Starts at once and never throws; whatever goes wrong is the outcome.
   *
   * @example const outcome = await agent.run('Clear .env', { deps }).outcome;
   */
  run(input: RunInput, ...options: RunArguments<DEPS>): AgentRun<OUTPUT>;
}

/** Makes `options` optional where nothing in it is required. */
export type RunArguments<DEPS> = unknown extends DEPS ? [options?: RunOptions<DEPS>] : [options: RunOptions<DEPS>];
