import { type Context, context, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { agentKeyOf, callerOf, type EventOrigin, isNested } from '../protocol/base/event-keys.js';
import { noUsage, type RunUsage } from '../protocol/outcome.js';
import type { RunEvent, RunEventOf } from '../protocol/run-event.js';
import { attributeNames, messagesText, usageAttributes } from './span-attributes.js';

/** Options of {@link createRunTracer}. */
export interface RunTracerOptions {
  /** The tracer that creates the spans. Default: that of the global provider, with the name `countersign`. */
  readonly tracer?: Tracer;
  /** The provider and the model, for the spans of model requests. Default: none. */
  readonly model?: { readonly provider: string; readonly modelId: string };
  /** `all` records messages, inputs and results in spans; they may hold secrets. Default: `none`. */
  readonly contents?: 'none' | 'all';
  /** The context in which runs begin. Default: the active one. */
  readonly parent?: () => Context;
}

/**
 * Creates OpenTelemetry spans from the events of runs, by the semantic conventions for generative AI. There is one span
 * for each run (`invoke_agent`), model request (`chat`), tool call (`execute_tool`) and batch that waits for people
 * (`await_people`). The span of a sub-agent's run is a child of the span of its call. Events that are replayed from a
 * log create spans with their original times.
 *
 * @returns a function for `onEvent`. It has to receive every event of the runs, once and in order.
 * @example useAgentRun({ agent, onEvent: createRunTracer({ model }) });
 */
export function createRunTracer(options: RunTracerOptions = {}): (event: RunEvent) => void {
  const open = new OpenRuns(options);
  return (event) => open.applyEvent(event);
}

/** A model request. Its span ends with the step, but its end time is that of the response. */
interface OpenRequest {
  readonly span: Span;
  readonly usageBefore: RunUsage;
  /** The time at which the response was complete. */
  answeredAt?: number;
}

/** A batch that waits for answers. */
interface OpenWait {
  readonly span: Span;
  /** The calls whose answers are on the span. Answers of a handler arrive only with the response to the batch. */
  readonly recorded: Set<string>;
}

interface OpenRun {
  readonly runId: string;
  /** The key of the run and its agent, made by {@link agentKeyOf}. */
  readonly key: string;
  readonly span: Span;
  readonly context: Context;
  readonly calls: Map<string, { readonly span: Span }>;
  readonly waits: Map<string, OpenWait>;
  request?: OpenRequest | undefined;
  usage: RunUsage;
}

class OpenRuns {
  readonly #options: RunTracerOptions;
  readonly #hasContents: boolean;
  #runs: OpenRun[] = [];

  constructor(options: RunTracerOptions) {
    this.#options = options;
    this.#hasContents = options.contents === 'all';
  }

  applyEvent(event: RunEvent): void {
    if (event.type === 'run-start') {
      this.#begin(event);
      return;
    }
    const run = this.#runOf(event);
    if (run === undefined) return;
    switch (event.type) {
      case 'step-start':
        run.request = { span: this.#start(run, event, this.#requestName()), usageBefore: run.usage };
        run.request.span.setAttributes({ ...this.#modelAttributes(), [attributeNames.step]: event.step });
        break;
      case 'model-retry':
        run.request?.span.addEvent('model_retry', retryAttributes(event), new Date(event.at));
        break;
      case 'usage':
        run.usage = event.usage;
        if (run.request !== undefined) run.request.answeredAt ??= event.at;
        break;
      case 'step-end':
        this.#endRequest(run, event);
        break;
      case 'tool-start':
        this.#startCall(run, event);
        break;
      case 'tool-end':
        this.#endCall(run, event);
        break;
      case 'deferred-request':
        this.#startWait(run, event);
        break;
      case 'answer':
        recordAnswer(run.waits.get(event.batchId), event, answerAttributes(event));
        break;
      case 'answer-retracted':
        run.waits
          .get(event.batchId)
          ?.span.addEvent('answer_taken_back', { [attributeNames.call]: event.toolCallId }, new Date(event.at));
        break;
      case 'deferred-response':
        this.#endWait(run, event);
        break;
      case 'run-end':
        this.#endRun(run, event);
        break;
      default:
    }
  }

  #start(run: OpenRun, { at, type }: RunEvent, name: string): Span {
    const kind = type === 'step-start' ? SpanKind.CLIENT : SpanKind.INTERNAL;
    return this.#tracer().startSpan(name, { kind, startTime: new Date(at) }, run.context);
  }

  #tracer(): Tracer {
    return this.#options.tracer ?? trace.getTracer('countersign');
  }

  #begin(event: RunEventOf<'run-start'>): void {
    const { runId, at, agentPath, conversationId, prompt } = event;
    // An earlier activation of this run may have ended without an event.
    if (!isNested(event)) this.#close(runId, at);
    const agent = agentPath.at(-1) ?? '';
    const startTime = new Date(at);
    const span = this.#tracer().startSpan(`invoke_agent ${agent}`, { startTime }, this.#parentContext(event));
    span.setAttributes({
      [attributeNames.operation]: 'invoke_agent',
      [attributeNames.agent]: agent,
      [attributeNames.conversation]: conversationId,
      [attributeNames.run]: runId,
    });
    if (this.#hasContents) span.setAttribute(attributeNames.inputMessages, messagesText(prompt));
    const own = trace.setSpan(context.active(), span);
    const key = agentKeyOf(event);
    this.#runs.push({ runId, key, span, context: own, calls: new Map(), waits: new Map(), usage: noUsage });
  }

  #runOf(origin: EventOrigin): OpenRun | undefined {
    const key = agentKeyOf(origin);
    return this.#runs.findLast((run) => run.key === key);
  }

  /** Returns the context in which a run begins. For a sub-agent, that is the span of the call that started it. */
  #parentContext(event: RunEvent): Context {
    const rootContext = (this.#options.parent ?? (() => context.active()))();
    const caller = callerOf(event);
    const callerRun = caller && this.#runOf(caller.agent);
    if (callerRun === undefined) return rootContext;
    const call = callerRun.calls.get(caller?.toolCallId ?? '');
    return call === undefined ? callerRun.context : trace.setSpan(callerRun.context, call.span);
  }

  #requestName(): string {
    const { model } = this.#options;
    return model === undefined ? 'chat' : `chat ${model.modelId}`;
  }

  #modelAttributes(): Record<string, string> {
    const { model } = this.#options;
    if (model === undefined) return { [attributeNames.operation]: 'chat' };
    return {
      [attributeNames.operation]: 'chat',
      [attributeNames.model]: model.modelId,
      [attributeNames.provider]: model.provider.split('.')[0] ?? '',
    };
  }

  #endRequest(run: OpenRun, { at, finishReason, messages }: RunEventOf<'step-end'>): void {
    const { request } = run;
    if (request === undefined) return;
    run.request = undefined;
    request.span.setAttributes({
      ...usageAttributes(run.usage, request.usageBefore),
      [attributeNames.finishReasons]: [finishReason],
    });
    const response = messages.filter(({ role }) => role === 'assistant');
    if (this.#hasContents) request.span.setAttribute(attributeNames.outputMessages, messagesText(response));
    request.span.end(new Date(request.answeredAt ?? at));
  }

  #startCall(run: OpenRun, event: RunEventOf<'tool-start'>): void {
    const { toolCallId, toolName, input, approved, edited } = event;
    const span = this.#start(run, event, `execute_tool ${toolName}`);
    span.setAttributes({
      ...callAttributes(event),
      [attributeNames.approved]: approved,
      [attributeNames.edited]: edited,
    });
    if (this.#hasContents) span.setAttribute(attributeNames.arguments, JSON.stringify(input));
    run.calls.set(toolCallId, { span });
  }

  #endCall(run: OpenRun, event: RunEventOf<'tool-end'>): void {
    const { toolCallId, toolName, end, at } = event;
    // A call that was not executed has no start event, so its span starts and ends at once.
    const span = run.calls.get(toolCallId)?.span ?? this.#start(run, event, `execute_tool ${toolName}`);
    run.calls.delete(toolCallId);
    span.setAttributes({ ...callAttributes(event), [attributeNames.end]: end.status });
    if (end.status === 'failed' || end.status === 'unknown')
      markFailed(span, end.status === 'failed' ? end.error?.name : undefined);
    if (this.#hasContents && end.status === 'returned')
      span.setAttribute(attributeNames.result, JSON.stringify(end.value));
    if (this.#hasContents && 'message' in end) span.setAttribute(attributeNames.result, end.message);
    span.end(new Date(at));
  }

  #startWait(run: OpenRun, event: RunEventOf<'deferred-request'>): void {
    const { approvals, calls } = event.requests;
    const span = this.#start(run, event, 'await_people');
    span.setAttributes({
      [attributeNames.batch]: event.batchId,
      [attributeNames.approvals]: approvals.length,
      [attributeNames.external]: calls.length,
    });
    run.waits.set(event.batchId, { span, recorded: new Set() });
  }

  #endWait(run: OpenRun, { batchId, results, at }: RunEventOf<'deferred-response'>): void {
    const wait = run.waits.get(batchId);
    run.waits.delete(batchId);
    for (const [toolCallId, answer] of Object.entries({ ...results?.approvals, ...results?.calls }))
      if (wait?.recorded.has(toolCallId) === false)
        recordAnswer(
          wait,
          { toolCallId, at },
          {
            [attributeNames.call]: toolCallId,
            [attributeNames.answer]: answer.kind,
            [attributeNames.decidedBy]: 'handler',
          },
        );
    wait?.span.end(new Date(at));
  }

  #endRun(run: OpenRun, event: RunEventOf<'run-end'>): void {
    const { outcome, usage, output, error } = event;
    run.span.setAttributes({ [attributeNames.outcome]: outcome, ...usageAttributes(usage, noUsage) });
    if (outcome === 'failed') markFailed(run.span, error?.code ?? error?.name);
    if (this.#hasContents && output !== undefined) run.span.setAttribute(attributeNames.output, JSON.stringify(output));
    if (!isNested(event)) this.#close(event.runId, event.at);
    else this.#end(run, event.at);
  }

  /** Ends all open spans of a run and of its sub-agents, innermost first. */
  #close(runId: string, at: number): void {
    for (const run of this.#runs.filter((one) => one.runId === runId).reverse()) this.#end(run, at);
  }

  #end(run: OpenRun, at: number): void {
    this.#runs = this.#runs.filter((one) => one !== run);
    const time = new Date(at);
    for (const { span } of run.calls.values()) span.end(time);
    for (const { span } of run.waits.values()) span.end(time);
    if (run.request !== undefined) run.request.span.end(time);
    run.span.end(time);
  }
}

function markFailed(span: Span, type: string | undefined): void {
  span.setAttribute(attributeNames.error, type ?? '_OTHER');
  span.setStatus({ code: SpanStatusCode.ERROR });
}

function callAttributes({ toolCallId, toolName }: RunEventOf<'tool-start' | 'tool-end'>): Record<string, string> {
  return {
    [attributeNames.operation]: 'execute_tool',
    [attributeNames.tool]: toolName,
    [attributeNames.call]: toolCallId,
  };
}

function retryAttributes({ attempt, delay, status }: RunEventOf<'model-retry'>): Record<string, number> {
  return status === undefined ? { attempt, delay } : { attempt, delay, [attributeNames.status]: status };
}

function recordAnswer(
  wait: OpenWait | undefined,
  { toolCallId, at }: { readonly toolCallId: string; readonly at: number },
  attributes: Record<string, string>,
): void {
  wait?.recorded.add(toolCallId);
  wait?.span.addEvent('answer', attributes, new Date(at));
}

function answerAttributes({ toolCallId, answer, by }: RunEventOf<'answer'>): Record<string, string> {
  const kind = answer === 'defer' ? answer : answer.kind;
  return { [attributeNames.call]: toolCallId, [attributeNames.answer]: kind, [attributeNames.decidedBy]: by.type };
}
