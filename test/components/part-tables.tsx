import { fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { UIMessage } from 'ai';
import type { ReactElement } from 'react';
import { vi } from 'vitest';
import type { Grant } from '../../src/approval/grants/grant.js';
import { createGrants, type Grants } from '../../src/approval/grants/grants.js';
import {
  Chat,
  type ClientTool,
  ClientTool as ClientToolParts,
  Composer,
  Feed,
  GrantList,
  RememberChoice,
  Tray,
  Value,
} from '../../src/components/index.js';
import type { ConversationState } from '../../src/conversation/state/conversation-state.js';
import { UserError } from '../../src/protocol/base/errors.js';
import type { RunEvent, RunEventBody } from '../../src/protocol/run-event.js';
import type { PartCase, PartTable } from './part-conformance.js';
import { approval, batch, call, fakeRun } from './support.js';

type Inside = (part: ReactElement) => ReactElement;

const press = (element: HTMLElement): Promise<void> => userEvent.click(element);
const markup = (container: HTMLElement): string => container.innerHTML;

// Feed

const bodies: readonly RunEventBody[] = [
  { type: 'run-start', conversationId: 'c', prompt: [] },
  { type: 'step-start', step: 1 },
  { type: 'warning', code: 'code', message: 'Look out' },
];

function eventsOf(...agentPaths: readonly string[]): readonly RunEvent[] {
  return agentPaths.flatMap((agent) =>
    bodies.map((body, seq) => ({ v: 1 as const, seq, at: seq * 100, runId: agent, agentPath: [agent], ...body })),
  );
}

const events = eventsOf('lead');
const oneEvent = events.slice(2);
const inFeed: Inside = (part) => <Feed.Root events={events}>{part}</Feed.Root>;
const inLongFeed: Inside = (part) => <Feed.Root run={fakeRun({ events, earlierEvents: 'kept' })}>{part}</Feed.Root>;
const inRows: Inside = (part) => (
  <Feed.Root events={oneEvent}>
    <Feed.Rows>{() => part}</Feed.Rows>
  </Feed.Root>
);
const inRow: Inside = (part) => inRows(<Feed.Row>{part}</Feed.Row>);
const withRows =
  (those: readonly RunEvent[]): Inside =>
  (part) => (
    <Feed.Root events={those}>
      {part}
      <Feed.Rows />
    </Feed.Root>
  );
const linesOf = (container: HTMLElement): number => container.querySelectorAll('[data-cs="feed-line"]').length;
const replay = { position: 1, length: 3, event: events[0], seek: vi.fn(), run: fakeRun() };

export const feedParts: PartTable<typeof Feed> = {
  Root: () => ({ props: { events } }),
  Title: () => ({ within: inFeed }),
  Count: () => ({ within: inFeed }),
  Toolbar: () => ({ within: inFeed }),
  Search: () => ({
    within: withRows(events),
    acts: {
      on: 'onChange',
      act: (element) => fireEvent.change(element, { target: { value: 'none such' } }),
      seen: linesOf,
    },
  }),
  Filter: () => ({ within: inFeed }),
  Agents: () => ({
    within: withRows(eventsOf('lead', 'cleaner')),
    acts: { on: 'onChange', act: (element) => userEvent.selectOptions(element, 'cleaner'), seen: linesOf },
  }),
  Follow: () => ({ within: inFeed, acts: { on: 'onClick', act: press, seen: markup } }),
  Latest: () => ({
    within: (part) =>
      inFeed(
        <>
          <Feed.Follow />
          {part}
        </>,
      ),
    prepare: () => press(screen.getAllByRole('button')[0] as HTMLElement),
    acts: { on: 'onClick', act: press, seen: markup },
  }),
  Export: () => ({ within: inFeed }),
  Earlier: () => ({ within: inLongFeed }),
  Rows: () => ({ within: inFeed }),
  Row: () => ({
    within: inRows,
    acts: {
      on: 'onClick',
      act: press,
      seen: (container) => container.querySelector<HTMLElement>('[data-cs="feed-line"]')?.dataset.open,
    },
  }),
  Time: () => ({ within: inRow }),
  Words: () => ({ within: inRow }),
  Bar: () => ({ within: inRow }),
  Details: () => ({ within: inRow }),
  Totals: () => ({ within: inFeed }),
  Replay: () => ({ props: { events }, alone: 'stands' }),
  Scrubber: () => ({ props: { replay }, alone: 'stands' }),
};

// Tray

const waiting = batch([approval('a')]);
const owner = { id: 'lead', name: 'lead', batches: [{ batch: waiting, items: waiting.items }] };
const trayOf = (pending: ConversationState['pending']): Inside => {
  const run = fakeRun({ pending });
  return (part) => <Tray.Root sources={run}>{part}</Tray.Root>;
};
const inTray: Inside = (part) => trayOf([waiting])(part);

function trayItem(): PartCase {
  const onJump = vi.fn();
  const run = fakeRun({ pending: [waiting] });
  return {
    props: { item: waiting.items[0] },
    within: (part) => (
      <Tray.Root sources={run} onJump={onJump}>
        {part}
      </Tray.Root>
    ),
    acts: { on: 'onClick', act: press, seen: () => onJump.mock.calls.length },
  };
}

export const trayParts: PartTable<typeof Tray> = {
  Root: () => ({ props: { sources: fakeRun() } }),
  Trigger: () => ({ within: inTray }),
  Popover: () => ({ within: inTray }),
  Title: () => ({ within: inTray }),
  Empty: () => ({ within: trayOf([]) }),
  Groups: () => ({ within: inTray }),
  Group: () => ({ props: { owner }, within: inTray }),
  Items: () => ({ within: (part) => inTray(<Tray.Group owner={owner}>{part}</Tray.Group>) }),
  Item: trayItem,
  Parked: () => ({ within: inParkedTray }),
};

function inParkedTray(part: ReactElement): ReactElement {
  const run = fakeRun({ parked: { approvals: [approval('a').call], calls: [], metadata: {} } });
  return <Tray.Root sources={run}>{part}</Tray.Root>;
}

// Value

const inValue: Inside = (part) => <Value.Root value={{ path: 'a.txt', password: 'hunter2' }}>{part}</Value.Root>;

function copies(): PartCase {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  return { within: inValue, acts: { on: 'onClick', act: press, seen: () => write.mock.calls.length } };
}

export const valueParts: PartTable<typeof Value> = {
  Root: () => ({ props: { value: 1 } }),
  Fields: () => ({ within: inValue }),
  Field: () => ({ props: { path: ['path'] }, within: inValue }),
  Json: () => ({ within: inValue }),
  Copy: copies,
  RevealAll: () => ({ within: inValue, acts: { on: 'onClick', act: press, seen: markup } }),
  HiddenNote: () => ({ within: inValue }),
};

// Chat

type Part = UIMessage['parts'][number];

function message(role: 'user' | 'assistant', ...parts: Part[]): UIMessage {
  return { id: role, role, parts };
}

const text = { type: 'text', text: 'Hello' } as const;
const question = message('user', text);
const answer = message('assistant', text);
const talk = fakeRun({ messages: [question, answer] });
const inChat: Inside = (part) => <Chat.Root run={talk}>{part}</Chat.Root>;
const inMessage =
  (of: UIMessage, run = talk): Inside =>
  (part) => (
    <Chat.Root run={run}>
      <Chat.Message message={of}>{part}</Chat.Message>
    </Chat.Root>
  );

function copiesMessage(): PartCase {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  return { within: inMessage(question), acts: { on: 'onClick', act: press, seen: () => write.mock.calls.length } };
}

function regenerate(): PartCase {
  const run = fakeRun({ messages: [question, answer] });
  return {
    within: inMessage(answer, run),
    acts: { on: 'onClick', act: press, seen: () => run.regenerate.mock.calls.length },
  };
}

/** The end of the messages is out of view. */
const scrolledAway: Inside = (part) => (
  <Chat.Root run={talk}>
    <Chat.Thread>
      <Chat.Scroll className="low">
        <p className="tall">Long</p>
      </Chat.Scroll>
      {part}
    </Chat.Thread>
    <link rel="stylesheet" href="data:text/css,.low{height:100px;overflow:auto}.tall{height:2000px}" />
  </Chat.Root>
);

async function scrollUp(container: HTMLElement): Promise<void> {
  const scroller = container.querySelector<HTMLElement>('.low');
  await vi.waitFor(() => {
    if (scroller === null || scroller.scrollHeight < 2000) throw new Error('The style has not come yet.');
  });
  scroller?.scrollTo(0, 200);
  fireEvent.wheel(scroller as HTMLElement, { deltaY: -100 });
  scroller?.scrollTo(0, 0);
}

const toolPart: Part = {
  type: 'dynamic-tool',
  toolName: 'write_file',
  toolCallId: 'a',
  state: 'input-available',
  input: { path: 'a.txt' },
};

export const chatParts: PartTable<typeof Chat> = {
  Root: () => ({ props: { run: talk } }),
  Thread: () => ({ within: inChat }),
  Scroll: () => ({ within: (part) => inChat(<Chat.Thread>{part}</Chat.Thread>) }),
  Jump: () => ({
    within: scrolledAway,
    prepare: scrollUp,
    acts: { on: 'onClick', act: press, seen: (container) => container.querySelector('.low')?.scrollTop },
  }),
  Empty: () => ({
    props: { children: 'Nothing yet' },
    within: (part) => <Chat.Root run={fakeRun()}>{part}</Chat.Root>,
  }),
  Messages: () => ({ within: inChat }),
  Message: () => ({ props: { message: question }, within: inChat }),
  Text: () => ({ props: { part: text }, within: inChat }),
  Reasoning: () => ({ props: { part: { type: 'reasoning', text: 'Because' } }, within: inChat }),
  Call: () => ({ props: { part: toolPart }, within: inChat }),
  File: () => ({ props: { part: { type: 'file', mediaType: 'text/plain', url: 'data:,x' } }, within: inChat }),
  Source: () => ({ props: { part: { type: 'source-url', sourceId: 's', url: 'https://a.example' } }, within: inChat }),
  Edit: () => ({
    within: inMessage(question),
    acts: { on: 'onClick', act: press, seen: (container) => container.querySelector('article')?.dataset.mode },
  }),
  Editor: () => ({ within: inMessage(question) }),
  Regenerate: regenerate,
  Copy: copiesMessage,
  Status: () => ({ within: inChat }),
};

// Composer

const inComposer =
  (run = fakeRun()): Inside =>
  (part) => <Composer.Root run={run}>{part}</Composer.Root>;
const file = new File(['x'], 'a.txt', { type: 'text/plain' });

function sends(): PartCase {
  const run = fakeRun();
  return {
    within: (part) => (
      <Composer.Root run={run}>
        <Composer.Input />
        {part}
      </Composer.Root>
    ),
    prepare: () => userEvent.type(screen.getByRole('textbox'), 'Hello'),
    acts: { on: 'onClick', act: press, seen: () => run.start.mock.calls.length },
  };
}

function stops(): PartCase {
  const run = fakeRun({ status: 'running' });
  return {
    within: inComposer(run),
    acts: { on: 'onClick', act: press, seen: () => run.stop.mock.calls.length },
  };
}

function attaches(): PartCase {
  const open = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => {});
  return { within: inComposer(), acts: { on: 'onClick', act: press, seen: () => open.mock.calls.length } };
}

export const composerParts: PartTable<typeof Composer> = {
  Root: () => ({ props: { run: fakeRun() } }),
  Input: () => ({
    within: inComposer(),
    acts: {
      on: 'onChange',
      act: (element) => fireEvent.change(element, { target: { value: 'x' } }),
      seen: (container) => container.querySelector<HTMLElement>('[data-cs="composer"]')?.dataset.sending,
    },
  }),
  Attach: attaches,
  Attachments: () => ({
    within: (part) => (
      <Composer.Root run={fakeRun()}>
        <Composer.Attach />
        {part}
      </Composer.Root>
    ),
    prepare: (container) => {
      const picker = container.querySelector<HTMLElement>('input[type=file]');
      if (picker !== null) fireEvent.change(picker, { target: { files: [file] } });
    },
  }),
  Attachment: () => ({
    props: { attachment: { id: '1', file, state: { status: 'ready', url: 'data:,x' } } },
    within: inComposer(),
  }),
  Queue: () => ({ within: inComposer(fakeRun({ queued: ['Later'] })) }),
  Send: sends,
  Stop: stops,
  Hint: () => ({ within: inComposer() }),
};

// Grants

const grant: Grant = {
  id: 'g',
  effect: 'allow',
  scope: { type: 'tool', toolName: 'write_file' },
  lifetime: { type: 'session' },
  agentPath: [],
  decision: { at: 0, runId: 'r', toolCallId: 'a' },
  reason: 'Remembered',
};
const line = { state: 'alive', grant } as const;
const inGrants =
  (grants: Grants = createGrants()): Inside =>
  (part) => <GrantList.Root grants={grants}>{part}</GrantList.Root>;

/** A ledger with one remembered answer, and optionally a problem. */
function ledger(problem?: UserError) {
  const list = [grant];
  return { ...createGrants(), list: () => list, problem, revoke: vi.fn(() => true) };
}

const inGrant =
  (grants = ledger()): Inside =>
  (part) =>
    inGrants(grants)(<GrantList.Item line={line}>{part}</GrantList.Item>);

function revokes(): PartCase {
  const grants = ledger();
  return {
    within: inGrant(grants),
    acts: { on: 'onClick', act: press, seen: () => grants.revoke.mock.calls.length },
  };
}

export const grantParts: PartTable<typeof GrantList> = {
  Root: () => ({ props: { grants: createGrants() } }),
  Title: () => ({ within: inGrants() }),
  Problem: () => ({ within: inGrants(ledger(new UserError('grants-not-saved', 'Could not be saved.'))) }),
  Empty: () => ({ within: inGrants() }),
  Items: () => ({ within: inGrants(ledger()) }),
  Item: () => ({ props: { line }, within: inGrants() }),
  Words: () => ({ within: inGrant() }),
  Facts: () => ({ within: inGrant() }),
  Revoke: revokes,
};

const remembered = call('a', { capabilities: ['fs.write:/drafts/a.md'] });

function chooses(value: object | undefined): PartCase {
  const given = value === undefined ? {} : { value: value as never }; // one of the scopes that the call offers
  return {
    within: (part) => (
      <RememberChoice.Root call={remembered} {...given}>
        {part}
      </RememberChoice.Root>
    ),
  };
}

export const rememberParts: PartTable<typeof RememberChoice> = {
  Root: () => ({ props: { call: remembered } }),
  Scope: () => chooses(undefined),
  Lifetime: () => chooses({ scope: 'input', for: 'session' }),
  Words: () => ({ within: (part) => <RememberChoice.Root call={remembered}>{part}</RememberChoice.Root> }),
};

// Client tools

function tool() {
  const submit = vi.fn(async () => ({ status: 'accepted' as const }));
  const fail = vi.fn(async () => ({ status: 'accepted' as const }));
  return { call: call('a'), input: {}, submit, fail };
}

const inTool =
  (its = tool()): Inside =>
  (part) => <ClientToolParts.Root tool={its as never}>{part}</ClientToolParts.Root>;

function begunTool() {
  const runAgain = vi.fn(async () => ({ status: 'accepted' }) as const);
  return { ...tool(), call: call('a', { interrupted: { since: 0 } }), runAgain };
}

function answers(verb: 'submit' | 'fail', props: PartCase['props'] = {}): PartCase {
  const its = tool();
  return { props, within: inTool(its), acts: { on: 'onClick', act: press, seen: () => its[verb].mock.calls.length } };
}

/** The case of an answer that the tool's schema rejects. */
function refusedCase(): PartCase {
  const its = { ...tool(), submit: async () => ({ status: 'invalid', issues: [{ path: [], message: 'No' }] }) };
  return {
    within: (part) => (
      <ClientToolParts.Root tool={its as never}>
        <ClientToolParts.Submit value="red" />
        {part}
      </ClientToolParts.Root>
    ),
    prepare: () => press(screen.getByRole('button')),
  };
}

export const clientToolParts: PartTable<typeof ClientTool> = {
  Root: () => ({ props: { tool: tool() } }),
  Title: () => ({ within: inTool() }),
  Body: () => ({ within: inTool() }),
  Problem: refusedCase,
  Actions: () => ({ within: inTool() }),
  Submit: () => answers('submit', { value: 'red' }),
  Fail: () => answers('fail'),
  CutOff: () => ({ within: inTool(begunTool()) }),
  RunAgain: () => {
    const its = begunTool();
    return { within: inTool(its), acts: { on: 'onClick', act: press, seen: () => its.runAgain.mock.calls.length } };
  },
};
