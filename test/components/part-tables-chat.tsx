import { fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentProps, ReactElement } from 'react';
import { vi } from 'vitest';
import type { DecisionEntry } from '../../src/approval/record/decision-entry.js';
import { Aside, AsideProvider, Conversations, Decisions, Meter, Suggestion } from '../../src/components/index.js';
import type { RunEvent } from '../../src/protocol/run-event.js';
import type { PartCase, PartTable } from './part-conformance.js';
import { approval, batch, fakeRun } from './support.js';

type Inside = (part: ReactElement) => ReactElement;

const press = (element: HTMLElement): Promise<void> => userEvent.click(element);

// Suggestion

function says(): PartCase {
  const run = fakeRun();
  return {
    props: { text: 'Hello' },
    within: (part) => (
      <Suggestion.Root run={run} suggestions={['Hello']}>
        {() => part}
      </Suggestion.Root>
    ),
    acts: { on: 'onClick', act: press, seen: () => run.start.mock.calls.length },
  };
}

export const suggestionParts: PartTable<typeof Suggestion> = {
  Root: () => ({ props: { run: fakeRun(), suggestions: ['Hello'] } }),
  Item: says,
};

// Meter

const usage = { requests: 1, toolCalls: 0, inputTokens: 10, outputTokens: 5 };
const used: RunEvent = { v: 1, seq: 0, at: 0, runId: 'r', agentPath: ['lead'], type: 'usage', usage };
const measured = fakeRun({ events: [used], usage });
const inMeter: Inside = (part) => (
  <Meter.Root run={measured} window={100} price={() => '$1'}>
    {part}
  </Meter.Root>
);

export const meterParts: PartTable<typeof Meter> = {
  Root: () => ({ props: { run: measured } }),
  Bar: () => ({ within: inMeter }),
  Tokens: () => ({ within: inMeter }),
  Cost: () => ({ within: inMeter }),
};

// Decisions

const entry: DecisionEntry = {
  v: 1,
  kind: 'approval',
  runId: 'r',
  agentPath: ['lead'],
  toolName: 'remove',
  toolCallId: 'a',
  title: 'Remove old.md',
  input: { path: 'old.md' },
  redactions: [],
  decision: { verdict: 'approved', by: { type: 'person' }, at: 0 },
  overruled: [],
  late: [],
};
const inDecisions: Inside = (part) => <Decisions.Root source={[entry]}>{part}</Decisions.Root>;
const aboveItems: Inside = (part) =>
  inDecisions(
    <>
      {part}
      <Decisions.Items />
    </>,
  );
/** A conversation whose events cannot be read. */
const broken = fakeRun({
  events: Object.assign([], {
    [Symbol.iterator]: () => {
      throw new Error('No events.');
    },
  }),
});
const unreadable: Inside = (part) => <Decisions.Root source={broken}>{part}</Decisions.Root>;
const linesOf = (container: HTMLElement): number => container.querySelectorAll('[data-cs="decision"]').length;

function exports(): PartCase {
  const make = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:nothing');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  return { within: inDecisions, acts: { on: 'onClick', act: press, seen: () => make.mock.calls.length } };
}

export const decisionParts: PartTable<typeof Decisions> = {
  Root: () => ({ props: { source: [entry] } }),
  Title: () => ({ within: inDecisions }),
  Filter: () => ({
    within: aboveItems,
    acts: { on: 'onChange', act: (element) => userEvent.selectOptions(element, 'refused'), seen: linesOf },
  }),
  Search: () => ({
    within: aboveItems,
    acts: {
      on: 'onChange',
      act: (element) => fireEvent.change(element, { target: { value: 'none such' } }),
      seen: linesOf,
    },
  }),
  Export: exports,
  Problem: () => ({ within: unreadable, prepare: () => screen.findByRole('alert') }),
  Empty: () => ({ within: (part) => <Decisions.Root source={[]}>{part}</Decisions.Root> }),
  Items: () => ({ within: inDecisions }),
  Item: () => ({ props: { entry }, within: inDecisions }),
};

// Aside

const item = { ...approval('a'), preview: { status: 'ready', preview: { type: 'text', text: 'New' } } } as const;
const previewing = fakeRun({ pending: [batch([item])] });
const inProvider: Inside = (part) => (
  <AsideProvider>
    <Aside.Open toolCallId="a">Look</Aside.Open>
    {part}
  </AsideProvider>
);
const inPanel: Inside = (part) => inProvider(<Aside.Root run={previewing}>{part}</Aside.Root>);
const open = (): Promise<void> => press(screen.getByRole('button', { name: 'Look' }));
const panelOf = (container: HTMLElement): unknown => container.querySelector('[data-cs="preview-aside"]');

export const asideParts: PartTable<typeof Aside> = {
  Root: () => ({ props: { run: previewing }, within: inProvider, prepare: open }),
  Open: () => ({
    alone: 'stands',
    props: { toolCallId: 'a' },
    within: (part) => (
      <AsideProvider>
        {part}
        <Aside.Root run={previewing} />
      </AsideProvider>
    ),
    acts: { on: 'onClick', act: press, seen: panelOf },
  }),
  Title: () => ({ within: inPanel, prepare: open }),
  Close: () => ({ within: inPanel, prepare: open, acts: { on: 'onClick', act: press, seen: panelOf } }),
  Content: () => ({ within: inPanel, prepare: open }),
};

// Conversations

const talk = { id: 'a', title: 'Tidying', run: previewing } as const;

function inList(onSelect = vi.fn(), onStart = vi.fn()): Inside {
  const broker = { pending: [{ ...batch([approval('b')]), batchId: 'other' }], subscribe: () => () => {} };
  const its = { conversations: [talk], onSelect, onStart, broker };
  return (part) => <Conversations.Root {...its}>{part}</Conversations.Root>;
}

function starts(): PartCase {
  const onStart = vi.fn();
  return {
    within: inList(vi.fn(), onStart),
    acts: { on: 'onClick', act: press, seen: () => onStart.mock.calls.length },
  };
}

const keptTalk = { ...talk, state: 'waiting' } as const;

/** Renders a part inside the line of a stored conversation with these actions. */
function inStoredLine(actions: ComponentProps<typeof Conversations.Root>['actions']): Inside {
  const conversations = [keptTalk, { id: 'b', title: 'Another', state: 'idle' } as const];
  return (part) => (
    <Conversations.Root conversations={conversations} onSelect={vi.fn()} actions={{ ...storeLike, ...actions }}>
      <Conversations.Item entry={keptTalk}>
        <Conversations.More />
        {part}
      </Conversations.Item>
    </Conversations.Root>
  );
}

const storeLike = { rename: () => {}, delete: () => {}, export: () => ({ v: 1 }), import: () => {} };
const unfold = (): Promise<void> => press(screen.getAllByRole('button', { name: /^Actions/ })[0] ?? document.body);

const pressIn = async (container: HTMLElement, action: string): Promise<void> =>
  press(container.querySelector(`[data-action="${action}"]`) ?? container);

/** The case of a form that replaces the actions after one of them was pressed. */
function actionFormCase(Action: typeof Conversations.Rename, action: string): PartCase {
  return {
    within: (part) =>
      inStoredLine({})(
        <>
          <Action />
          {part}
        </>,
      ),
    prepare: async (container) => {
      await unfold();
      await pressIn(container, action);
    },
  };
}

const rowOf = (container: HTMLElement): string | undefined =>
  container.querySelector<HTMLElement>('[data-under-test]')?.dataset.action;

export const conversationParts: PartTable<typeof Conversations> = {
  Root: () => ({ props: { conversations: [talk], onSelect: vi.fn() } }),
  Items: () => ({ within: inList() }),
  Item: () => ({ props: { entry: talk }, within: inList() }),
  Elsewhere: () => ({ within: inList() }),
  Start: starts,
  More: () => ({
    within: (part) => (
      <Conversations.Root conversations={[keptTalk]} onSelect={vi.fn()} actions={storeLike}>
        <Conversations.Item entry={keptTalk}>{part}</Conversations.Item>
      </Conversations.Root>
    ),
    acts: {
      on: 'onClick',
      act: press,
      seen: (container) => container.querySelector('[aria-expanded="true"]') !== null,
    },
  }),
  Actions: () => ({ within: inStoredLine({}), prepare: unfold }),
  Rename: () => ({ within: inStoredLine({}), prepare: unfold, acts: { on: 'onClick', act: press, seen: rowOf } }),
  Delete: () => ({ within: inStoredLine({}), prepare: unfold, acts: { on: 'onClick', act: press, seen: rowOf } }),
  Export: () => {
    const told = vi.fn();
    return {
      within: inStoredLine({ export: told }),
      prepare: unfold,
      acts: { on: 'onClick', act: press, seen: () => told.mock.calls.length },
    };
  },
  TitleField: () => actionFormCase(Conversations.Rename, 'rename'),
  DeleteQuestion: () => actionFormCase(Conversations.Delete, 'delete'),
  Problem: () => ({
    within: (part) =>
      inStoredLine({ export: () => undefined })(
        <>
          <Conversations.Export />
          {part}
        </>,
      ),
    prepare: async (container) => {
      await unfold();
      await pressIn(container, 'export');
    },
  }),
  Import: () => {
    const opened = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => {});
    return {
      within: (part) => (
        <Conversations.Root conversations={[]} onSelect={vi.fn()} actions={storeLike}>
          {part}
        </Conversations.Root>
      ),
      acts: { on: 'onClick', act: press, seen: () => opened.mock.calls.length },
    };
  },
};
