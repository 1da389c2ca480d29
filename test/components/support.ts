import { userEvent } from '@testing-library/user-event';
import { type Mock, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { DecideOutcome, Decision } from '../../src/approval/broker/decision.js';
import type { ItemAnswer, PendingBatch, PendingItem } from '../../src/approval/broker/pending.js';
import { createGrants } from '../../src/approval/grants/grants.js';
import type { Conversation } from '../../src/conversation/conversation.js';
import { type ConversationState, initialState } from '../../src/conversation/state/conversation-state.js';
import type { ClientTools } from '../../src/hooks/client-tools.js';
import type { UseAgentRunResult } from '../../src/hooks/use-agent-run.js';
import type { DeferredCall } from '../../src/protocol/deferred.js';

/** A conversation whose state the test sets. Its functions record their calls. */
export interface FakeRun extends UseAgentRunResult {
  readonly decide: Mock<Conversation['decide']>;
  readonly start: Mock<Conversation['start']>;
  readonly stop: Mock<Conversation['stop']>;
  readonly steer: Mock<Conversation['steer']>;
  readonly unqueue: Mock<Conversation['unqueue']>;
  readonly regenerate: Mock<Conversation['regenerate']>;
  readonly edit: Mock<Conversation['edit']>;
  readonly removeRefused: Mock<Conversation['removeRefused']>;
  readonly resume: Mock<Conversation['resume']>;
  readonly abandon: Mock<Conversation['abandon']>;
  readonly retract: Mock<Conversation['retract']>;
  readonly formOf: Mock<Conversation['formOf']>;
  readonly sendNow: Mock<Conversation['sendNow']>;
  /** Changes the state. */
  readonly set: (state: Partial<ConversationState>) => void;
  /** Marks a call as decided. */
  readonly settle: (toolCallId: string, answer: ItemAnswer) => void;
}

/** A conversation in this state. `decide` accepts and changes nothing, unless the test overrides it. */
export function fakeRun(state: Partial<ConversationState> = {}, clientTools: ClientTools = {}): FakeRun {
  const store = createStore<ConversationState>(() => ({ ...initialState, ...state }));
  const decide = vi.fn<Conversation['decide']>(async () => ({ status: 'accepted' }));
  const set = (next: Partial<ConversationState>): void => store.setState(next);
  return {
    get status() {
      return store.getState().status;
    },
    get place() {
      return store.getState().place;
    },
    get messages() {
      return store.getState().messages;
    },
    get pending() {
      return store.getState().pending;
    },
    get outcome() {
      return store.getState().outcome;
    },
    get error() {
      return store.getState().error;
    },
    get usage() {
      return store.getState().usage;
    },
    get partialOutput() {
      return store.getState().partialOutput;
    },
    get events() {
      return store.getState().events;
    },
    get earlierEvents() {
      return store.getState().earlierEvents;
    },
    get drafts() {
      return store.getState().drafts;
    },
    get queued() {
      return store.getState().queued;
    },
    get steering() {
      return store.getState().steering;
    },
    get parked() {
      return store.getState().parked;
    },
    store,
    clientTools,
    decide,
    start: vi.fn(),
    showEarlier: vi.fn(),
    stop: vi.fn(),
    steer: vi.fn<Conversation['steer']>(),
    unqueue: vi.fn<Conversation['unqueue']>(() => true),
    regenerate: vi.fn<Conversation['regenerate']>(),
    edit: vi.fn<Conversation['edit']>(),
    removeRefused: vi.fn<Conversation['removeRefused']>(),
    resume: vi.fn<Conversation['resume']>(),
    abandon: vi.fn<Conversation['abandon']>(),
    retract: vi.fn<Conversation['retract']>(() => true),
    sendNow: vi.fn<Conversation['sendNow']>(() => true),
    extend: vi.fn(() => true),
    formOf: vi.fn<Conversation['formOf']>(),
    grants: createGrants(),
    decideAll: vi.fn(async () => []),
    takeLead: vi.fn(),
    runClientTools: vi.fn(),
    addClientTool: vi.fn(() => () => {}),
    dispose: vi.fn(),
    saveDraft: (id, draft) => {
      const { [id]: _, ...rest } = store.getState().drafts;
      set({ drafts: draft === null ? rest : { ...rest, [id]: draft } });
    },
    set,
    settle: (id, answer) => set({ pending: store.getState().pending.map((batch) => settleIn(batch, id, answer)) }),
  };
}

function settleIn(batch: PendingBatch, id: string, answer: ItemAnswer): PendingBatch {
  const items = batch.items.map((item) =>
    item.call.toolCallId === id
      ? { ...item, state: { status: 'decided', answer, by: { type: 'person' }, at: 1_700_000_000_000 } as const }
      : item,
  );
  return { ...batch, items };
}

export function call(toolCallId: string, rest: Partial<DeferredCall> = {}): DeferredCall {
  return { toolCallId, toolName: 'write_file', title: `Write ${toolCallId}`, input: { path: toolCallId }, ...rest };
}

/** A pending approval. */
export function approval(toolCallId: string, rest: Partial<DeferredCall> = {}): PendingItem {
  return item('approval', call(toolCallId, rest));
}

/** A pending external call. */
export function external(toolCallId: string, rest: Partial<DeferredCall> = {}): PendingItem {
  return item('external', call(toolCallId, { toolName: 'pick_file', ...rest }));
}

function item(kind: PendingItem['kind'], its: DeferredCall): PendingItem {
  const id = `batch-1:${its.toolCallId}`;
  return { id, batchId: 'batch-1', kind, call: its, state: { status: 'waiting' }, preview: { status: 'none' } };
}

/** A batch of these items. */
export function batch(items: readonly PendingItem[], rest: Partial<PendingBatch> = {}): PendingBatch {
  const of = (kind: PendingItem['kind']): DeferredCall[] =>
    items.filter((item) => item.kind === kind).map((item) => item.call);
  return {
    batchId: 'batch-1',
    runId: 'run-1',
    agentPath: ['workspace'],
    round: 1,
    requests: { approvals: of('approval'), calls: of('external'), metadata: {} },
    items,
    ...rest,
  };
}

/** Selects an entry of a remember menu by index. `0` is the first one, “just this once”. */
export async function chooseFrom(button: HTMLElement, place: number): Promise<void> {
  await userEvent.click(button);
  // On a card, opening the menu loads it, and another button replaces the first one.
  const open = '[data-cs="remember-menu"]:popover-open [role="menuitemradio"]';
  await vi.waitFor(() => {
    if (document.querySelector(open) === null) throw new Error('The menu is not open.');
  }, 10_000);
  await userEvent.click(document.querySelectorAll(open)[place] ?? button);
}

/** Returns the entries of an open menu. */
export function choicesOf(button: HTMLElement): readonly HTMLElement[] {
  return [...(button.parentElement?.querySelectorAll<HTMLElement>('[role="menuitemradio"]') ?? [])];
}

/** A decision that the test resolves. */
export interface HeldDecision {
  readonly answer: (outcome: DecideOutcome) => void;
  readonly reject: (error: Error) => void;
}

/** Makes the next `decide` wait. */
export function holdDecision(run: FakeRun): HeldDecision {
  let held: HeldDecision | undefined;
  const promise = new Promise<DecideOutcome>((answer, reject) => {
    held = { answer, reject };
  });
  run.decide.mockImplementationOnce(() => promise);
  if (held === undefined) throw new Error('A promise runs its executor at once.');
  return held;
}

/** Makes `decide` mark the call and accept, as the store does. */
export function settleOnDecide(run: FakeRun): void {
  run.decide.mockImplementation(async (id: string, decision: Decision) => {
    const answer = decision === true ? { kind: 'tool-approved' as const } : decision;
    if (typeof answer === 'boolean' || answer instanceof Error)
      throw new Error('These tests settle data answers only.');
    run.settle(id, answer);
    return { status: 'accepted' };
  });
}
