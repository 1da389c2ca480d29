import type { AskRequest, Broker, BrokerEvent, DeferredToolResults } from 'countersign/core';
import { createBroker } from 'countersign/core';
import { createVirtualClock, type VirtualClock } from 'countersign/testing';
import type { AnswerReport } from '../../../src/approval/broker/ask.js';

/** The calls and options of a request, in their shortest form. */
export interface Question extends Partial<AskRequest> {
  /** Tool call ids. */
  readonly approvals?: readonly string[];
  readonly calls?: readonly string[];
}

/** A batch of a test. */
export interface TestBatch {
  readonly stop: () => void;
  /** The result, once the request has settled. */
  readonly settled: () => { readonly results?: DeferredToolResults; readonly error?: Error } | undefined;
  readonly reports: AnswerReport[];
}

/** A broker with a virtual clock. */
export interface BrokerBench {
  readonly clock: VirtualClock;
  readonly broker: Broker;
  readonly events: readonly BrokerEvent[];
  /** The delays of all timers. */
  readonly waits: readonly number[];
  readonly ask: (batchId: string, question: Question) => TestBatch;
}

/** Makes a broker, and a function to ask it. Each call has the capability `fs.write:/<its id>`. */
export function benchBroker(): BrokerBench {
  const clock = createVirtualClock();
  const waits: number[] = [];
  const broker = createBroker({
    ...clock.environment,
    setTimeout: (callback, ms) => {
      waits.push(ms);
      return clock.environment.setTimeout(callback, ms);
    },
  });
  const events: BrokerEvent[] = [];
  void (async () => {
    for await (const event of broker.events()) events.push(event);
  })();
  const ask = (batchId: string, { approvals = [], calls = [], ...more }: Question): TestBatch => {
    const controller = new AbortController();
    const reports: AnswerReport[] = [];
    let settled: ReturnType<TestBatch['settled']>;
    const call = (toolCallId: string) => ({
      toolCallId,
      toolName: 'write',
      title: `Write ${toolCallId}`,
      input: { path: toolCallId },
      capabilities: [`fs.write:/${toolCallId}`],
    });
    const request: AskRequest = {
      batchId,
      runId: `run of ${batchId}`,
      agentPath: ['agent'],
      round: 1,
      requests: { approvals: approvals.map(call), calls: calls.map(call), metadata: {} },
      signal: controller.signal,
      check: async () => [],
      report: (event) => reports.push(event),
      ...more,
    };
    broker.request(request).then(
      (results) => {
        settled = results === null ? {} : { results };
      },
      (error: Error) => {
        settled = { error };
      },
    );
    return { stop: () => controller.abort(), settled: () => settled, reports };
  };
  return { clock, broker, events, waits, ask };
}
