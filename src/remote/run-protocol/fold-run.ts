import type { AssistantModelMessage, ModelMessage, ToolContent } from 'ai';
import { textKeyOf } from '../../protocol/base/event-keys.js';
import { definedProps } from '../../protocol/base/record.js';
import { toModelOutput } from '../../protocol/call-end.js';
import { CallLedger } from '../../protocol/ledger/call-ledger.js';
import { appendDelta } from '../../protocol/ledger/text-assembler.js';
import { noUsage, type RunUsage } from '../../protocol/outcome.js';
import type { RunEvent, RunEventBody } from '../../protocol/run-event.js';

/** The known state of a run whose server no longer reports anything. */
export interface KnownRun {
  readonly messages: readonly ModelMessage[];
  /** Messages that it has not sent. */
  readonly prompt: readonly ModelMessage[];
  readonly usage: RunUsage;
  /** Events that end the open calls and their step. */
  readonly closing: readonly RunEventBody[];
}

/** The data from which the state is derived. */
export interface FoldedRun {
  /** The history that it started with. */
  readonly messages: readonly ModelMessage[];
  readonly events: readonly RunEvent[];
  /** External calls whose work had started in this page. */
  readonly interrupted: ReadonlySet<string>;
}

/** Derives the data of an outcome from the events of a run. */
export function foldRun({ messages, events, interrupted }: FoldedRun): KnownRun {
  const fold = new RunFold(messages);
  const depth = events[0]?.agentPath.length;
  // Steps of a sub-agent are part of a call of this run.
  for (const event of events) if (event.agentPath.length === depth) fold.take(event);
  return fold.close(interrupted);
}

type AssistantPart = Exclude<AssistantModelMessage['content'], string>[number];

/** The current step. */
class OpenStep {
  readonly number: number;
  readonly parts: AssistantPart[] = [];
  readonly texts: Map<string, { text: string }> = new Map();
  readonly calls: CallLedger = new CallLedger();
  /** True if the response is complete: an incomplete one is not part of the history. */
  isComplete = false;

  constructor(number: number) {
    this.number = number;
  }
}

/** The history so far, and its open calls. */
class RunFold {
  readonly #messages: ModelMessage[];
  #prompt: readonly ModelMessage[] = [];
  #usage: RunUsage = noUsage;
  #step: OpenStep = new OpenStep(0);

  constructor(messages: readonly ModelMessage[]) {
    this.#messages = [...messages];
  }

  take(event: RunEvent): void {
    const step = this.#step;
    // The response contains the results of calls that the provider runs.
    if (event.type === 'tool-end' && event.providerExecuted === true) return;
    step.calls.applyEvent(event);
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
      case 'tool-end':
      case 'deferred-request':
        step.isComplete = true;
        return;
      case 'run-start':
        this.#prompt = event.prompt;
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

  /** Ends the run like a failed one: results are kept, interrupted calls are unknown, and all others stay open. */
  close(begunHere: ReadonlySet<string>): KnownRun {
    const closing = this.#step.isComplete ? this.#closeStep(begunHere) : [];
    return { messages: this.#messages, prompt: this.#prompt, usage: this.#usage, closing };
  }

  #closeStep(begunHere: ReadonlySet<string>): readonly RunEventBody[] {
    const { parts, calls, number } = this.#step;
    const closing: RunEventBody[] = [];
    const results: ToolContent = [];
    for (const { toolCallId, toolName, hasStarted, end: known } of calls.calls) {
      const isUnknown = known === undefined && (hasStarted || begunHere.has(toolCallId));
      if (toolName === undefined || (known === undefined && !isUnknown)) continue;
      const end = known ?? { status: 'unknown' };
      if (isUnknown) closing.push({ type: 'tool-end', toolCallId, toolName, end });
      results.push({ type: 'tool-result', toolCallId, toolName, output: toModelOutput(end) });
    }
    const said = parts.filter((part) => !('text' in part) || part.text !== '');
    const messages: ModelMessage[] = [
      ...(said.length === 0 ? [] : [{ role: 'assistant' as const, content: said }]),
      ...(results.length === 0 ? [] : [{ role: 'tool' as const, content: results }]),
    ];
    this.#messages.push(...messages);
    return [...closing, { type: 'step-end', step: number, finishReason: 'tool-calls', messages }];
  }

  #sayPrompt(): void {
    this.#messages.push(...this.#prompt);
    this.#prompt = [];
  }
}

/** A call that the provider runs has its result in the response, and is not part of a history that is rebuilt here. */
function noteCall(step: OpenStep, event: Extract<RunEvent, { type: 'tool-call' }>): void {
  const { toolCallId, toolName, input, providerMetadata, providerExecuted } = event;
  if (providerExecuted === true) return;
  step.parts.push({
    type: 'tool-call',
    toolCallId,
    toolName,
    input,
    ...definedProps({ providerOptions: providerMetadata }),
  });
}

function noteText(step: OpenStep, event: RunEvent): void {
  switch (event.type) {
    case 'text-start':
    case 'reasoning-start': {
      const part = { type: event.type === 'text-start' ? ('text' as const) : ('reasoning' as const), text: '' };
      step.texts.set(textKeyOf(event) ?? '', part);
      step.parts.push(part);
      return;
    }
    case 'text-delta':
    case 'reasoning-delta': {
      const part = step.texts.get(textKeyOf(event) ?? '');
      if (part !== undefined) part.text = appendDelta(part.text, event);
      return;
    }
    case 'text-end':
    case 'reasoning-end': {
      const part = step.texts.get(textKeyOf(event) ?? '');
      if (part !== undefined) Object.assign(part, definedProps({ providerOptions: event.providerMetadata }));
      return;
    }
    default:
  }
}
