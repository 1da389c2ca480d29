import type { AssistantModelMessage, ModelMessage, ToolContent } from 'ai';
import { systemClock } from '../../protocol/base/clock.js';
import type { CountersignError } from '../../protocol/base/errors.js';
import { given } from '../../protocol/base/record.js';
import { serializeError } from '../../protocol/base/serialize-error.js';
import { type CallEnd, toModelOutput } from '../../protocol/call-end.js';
import { deferredCalls } from '../../protocol/deferred.js';
import { noUsage, type RunOutcome, type RunUsage } from '../../protocol/outcome.js';
import { isDelta, type RunEvent, type RunEventBody } from '../../protocol/run-event.js';
import { EventLog } from '../plumbing/event-log.js';

/** What is known of a run before it begins. */
export interface RecordedRun {
  readonly runId: string;
  readonly conversationId: string;
  readonly agentName: () => string;
  /** The history, and what is to be said after it. */
  readonly messages: readonly ModelMessage[];
  readonly prompt: readonly ModelMessage[];
}

/** How a run ends of which the other side says nothing any more. */
export type CutShort =
  | { readonly type: 'failed'; readonly error: CountersignError }
  | { readonly type: 'aborted'; readonly reason?: string }
  | { readonly type: 'left' };

type AssistantPart = Exclude<AssistantModelMessage['content'], string>[number];

/** What is known of the step that goes on. */
class OpenStep {
  readonly number: number;
  readonly parts: AssistantPart[] = [];
  readonly texts: Map<string, { text: string }> = new Map();
  readonly names: Map<string, string> = new Map();
  readonly begun: Set<string> = new Set();
  readonly ends: Map<string, CallEnd> = new Map();
  /** The response came to its end: half a one is no part of the history. */
  isComplete = false;

  constructor(number: number) {
    this.number = number;
  }
}

/** What this side knows of a run that goes on elsewhere: its events, and from them what an outcome needs if the other side falls silent. */
export class RunRecord {
  readonly log: EventLog = new EventLog();
  readonly #run: RecordedRun;
  readonly #messages: ModelMessage[];
  #prompt: readonly ModelMessage[];
  #usage: RunUsage = noUsage;
  #step: OpenStep = new OpenStep(0);
  #count = 0;
  #path: readonly string[] | undefined;
  #isOver = false;

  constructor(run: RecordedRun) {
    this.#run = run;
    this.#messages = [...run.messages];
    this.#prompt = run.prompt;
  }

  take(event: RunEvent): void {
    this.#path ??= event.agentPath;
    if (!isDelta(event)) this.#count = event.seq + 1;
    // A sub-agent's steps are part of a call of this run.
    if (event.agentPath.length === this.#path.length) this.#note(event);
    this.log.append(event);
  }

  /** The work of an external call has begun here: if the run ends now, nobody knows how far it came. */
  began(toolCallId: string): void {
    this.#step.begun.add(toolCallId);
  }

  /** Ends a run of which the other side says nothing any more, as far as it is known. */
  cutShort(how: CutShort): RunOutcome<never> {
    const { runId, conversationId } = this.#run;
    if (how.type !== 'left') {
      if (this.#count === 0) this.#tell({ type: 'run-start', conversationId, prompt: this.#run.prompt });
      this.#closeStep();
    }
    // A stopped run has said what it was to say; one that failed, or goes on elsewhere, says it then.
    if (how.type === 'aborted') this.#sayPrompt();
    const prompt = how.type !== 'failed' || this.#prompt.length === 0 ? {} : { prompt: this.#prompt };
    const usage = this.#usage;
    if (how.type === 'failed') {
      this.#tell({ type: 'run-end', outcome: 'failed', usage, error: serializeError(how.error), ...prompt });
    } else if (how.type === 'aborted') {
      this.#tell({ type: 'run-end', outcome: 'aborted', usage, ...given({ reason: how.reason }) });
    }
    this.log.close();
    const messages = this.#messages;
    const newMessages = messages.slice(this.#run.messages.length);
    return { ...how, ...prompt, runId, conversationId, messages, newMessages, usage };
  }

  #note(event: RunEvent): void {
    const step = this.#step;
    switch (event.type) {
      case 'step-start':
        this.#sayPrompt();
        this.#step = new OpenStep(event.step);
        return;
      case 'model-retry':
        this.#step = new OpenStep(step.number);
        return;
      case 'tool-call':
        noteCall(step, event);
        return;
      case 'tool-start':
        step.isComplete = true;
        step.begun.add(event.toolCallId);
        step.names.set(event.toolCallId, event.toolName);
        return;
      case 'tool-end':
        if (event.providerExecuted === true) return;
        step.isComplete = true;
        step.ends.set(event.toolCallId, event.end);
        step.names.set(event.toolCallId, event.toolName);
        return;
      case 'deferred-request':
        step.isComplete = true;
        for (const { call } of deferredCalls(event.requests)) step.names.set(call.toolCallId, call.toolName);
        return;
      case 'run-start':
        this.#prompt = event.prompt;
        return;
      case 'run-end':
        this.#isOver = true;
        return;
      case 'step-end':
        this.#messages.push(...event.messages);
        this.#step = new OpenStep(event.step);
        return;
      case 'usage':
        this.#usage = event.usage;
        return;
      default:
        noteText(step, event);
    }
  }

  /** As a run that fails does: results that exist are kept, of what had begun nobody knows, and the rest stays open. */
  #closeStep(): void {
    const { parts, names, begun, ends, isComplete, number } = this.#step;
    if (!isComplete) return;
    for (const toolCallId of begun) {
      // A sub-agent's call is none of this step.
      if (ends.has(toolCallId) || !names.has(toolCallId)) continue;
      const end = { status: 'unknown' } as const;
      ends.set(toolCallId, end);
      this.#tell({ type: 'tool-end', toolCallId, toolName: names.get(toolCallId) ?? '', end });
    }
    const results: ToolContent = [...ends].map(([toolCallId, end]) => {
      return { type: 'tool-result', toolCallId, toolName: names.get(toolCallId) ?? '', output: toModelOutput(end) };
    });
    const said = parts.filter((part) => !('text' in part) || part.text !== '');
    const messages: ModelMessage[] = [
      ...(said.length === 0 ? [] : [{ role: 'assistant' as const, content: said }]),
      ...(results.length === 0 ? [] : [{ role: 'tool' as const, content: results }]),
    ];
    this.#messages.push(...messages);
    this.#tell({ type: 'step-end', step: number, finishReason: 'tool-calls', messages });
  }

  #sayPrompt(): void {
    this.#messages.push(...this.#prompt);
    this.#prompt = [];
  }

  #tell(body: RunEventBody): void {
    if (this.#isOver) return;
    const { runId, agentName } = this.#run;
    const envelope = { v: 1, seq: this.#count++, at: systemClock.now(), runId } as const;
    this.log.append({ ...envelope, agentPath: this.#path ?? [agentName()], ...body });
  }
}

/** What the provider runs by itself has its result in the response, and is no part of a history that was put together here. */
function noteCall(step: OpenStep, event: Extract<RunEvent, { type: 'tool-call' }>): void {
  const { toolCallId, toolName, input, providerMetadata, providerExecuted } = event;
  if (providerExecuted === true) return;
  step.names.set(toolCallId, toolName);
  step.parts.push({ type: 'tool-call', toolCallId, toolName, input, ...given({ providerOptions: providerMetadata }) });
}

function noteText(step: OpenStep, event: RunEvent): void {
  switch (event.type) {
    case 'text-start':
    case 'reasoning-start': {
      const part = { type: event.type === 'text-start' ? ('text' as const) : ('reasoning' as const), text: '' };
      step.texts.set(`${part.type} ${event.id}`, part);
      step.parts.push(part);
      return;
    }
    case 'text-delta':
    case 'reasoning-delta': {
      const part = step.texts.get(`${event.type.split('-', 1)[0]} ${event.id}`);
      if (part !== undefined) part.text += event.delta;
      return;
    }
    case 'text-end':
    case 'reasoning-end': {
      const part = step.texts.get(`${event.type.split('-', 1)[0]} ${event.id}`);
      if (part !== undefined) Object.assign(part, given({ providerOptions: event.providerMetadata }));
      return;
    }
    default:
  }
}
