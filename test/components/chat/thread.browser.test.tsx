import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import type { UIMessage } from 'ai';
import { StrictMode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { callGlyphs } from '../../../src/components/card/describe-item.js';
import { defaultStrings, Thread } from '../../../src/components/index.js';
import { callTones } from '../../../src/conversation/call-look.js';
import { type CallRecord, type ToolPart, withRecord } from '../../../src/conversation/messages/call-record.js';
import { type CallEvent, reduceCall } from '../../../src/conversation/messages/reduce-call.js';
import type { CallPhase, CallStatus } from '../../../src/protocol/call-end.js';
import { wearStyles } from '../../setup/wear-styles.js';
import { approval, batch, type FakeRun, fakeRun } from '../support.js';

wearStyles();

afterEach(cleanup);

type Part = UIMessage['parts'][number];

function message(role: 'user' | 'assistant', ...parts: Part[]): UIMessage {
  return { id: `${role}-${parts.length}`, role, parts };
}

function toolPart(record: CallRecord, toolCallId = 'call-1'): Part {
  const base = { type: 'dynamic-tool', toolName: 'write_file', toolCallId, input: { path: 'a.txt' } } as const;
  return { ...base, state: 'input-available', ...withRecord(record) };
}

function showThread(messages: readonly UIMessage[], props: Partial<Parameters<typeof Thread>[0]> = {}): FakeRun {
  const run = fakeRun({ messages });
  render(
    <StrictMode>
      <Thread run={run} {...props} />
    </StrictMode>,
  );
  return run;
}

const log = (): HTMLElement => screen.getByRole('log');
const ends: readonly CallStatus[] = [
  'returned',
  'failed',
  'retry',
  'denied',
  'blocked',
  'expired',
  'cancelled',
  'skipped',
  'interrupted',
  'unknown',
];
const phases: readonly CallPhase[] = [
  'writing',
  'called',
  'waiting',
  'checking',
  'approved',
  'parked',
  'running',
  ...ends,
];

describe('Thread', () => {
  it('names who says what', () => {
    showThread([message('user', { type: 'text', text: 'Hello' }), message('assistant', { type: 'text', text: 'Hi' })]);

    const [mine, theirs] = within(log()).getAllByRole('article');

    expect(mine).toHaveAccessibleName('You');
    expect(theirs).toHaveAccessibleName('Agent');
  });

  it('keeps of a call hidden what its tool wanted hidden when it was asked about', () => {
    const call = approval('call-1', { title: 'Set \u202Ehunter2', redactions: { hide: [['path']] } }).call;
    const base = { v: 1, seq: 0, at: 0, runId: 'r', agentPath: ['a'], batchId: 'b', round: 1 } as const;
    const part = toolPart({ phase: 'called' }) as ToolPart;
    const asked = reduceCall(
      { part: { ...part, input: { path: 'hunter2' } } as ToolPart, record: { phase: 'called' } },
      { ...base, type: 'approval-requested', call } as CallEvent,
    );
    const reloaded = JSON.parse(JSON.stringify(asked)) as Part;

    showThread([message('assistant', reloaded)]);

    expect(screen.getByText('hidden, 7 characters')).toBeInTheDocument();
    expect(log().innerHTML).not.toMatch(/hunter2|\u202E/);
  });

  it('says without being asked that a server ran a call with another input than the one that was approved', () => {
    const record: CallRecord = { phase: 'returned', ranAs: { path: '/', token: 'hunter2' } };
    showThread([message('assistant', toolPart({ ...record, redactions: { hide: [['token']] } }))]);

    expect(screen.getByText(/the server ran it with another input/)).toBeVisible();
    screen.getByText(/the server ran it with another input/).click();

    expect(screen.getByText('Input, as the server ran it')).toBeVisible();
    expect(log().innerHTML).not.toContain('hunter2');
  });

  it.each(['text', 'reasoning'] as const)('C395 keeps the selection in a %s that is being written', (type) => {
    const run = showThread([message('assistant', { type, text: 'Alpha beta gamma', state: 'streaming' })]);
    const { firstChild } = within(log()).getByText('Alpha beta gamma');
    if (firstChild === null) throw new Error('The part has no text.');
    getSelection()?.setBaseAndExtent(firstChild, 6, firstChild, 10);

    act(() =>
      run.set({ messages: [message('assistant', { type, text: 'Alpha beta gamma delta', state: 'streaming' })] }),
    );

    expect(within(log()).getByText('Alpha beta gamma delta').firstChild).toBe(firstChild);
    expect(getSelection()?.anchorOffset).toBe(6);
    expect(getSelection()?.focusOffset).toBe(10);
  });

  it('calls the agent by its name', () => {
    const run = fakeRun({
      messages: [message('assistant', { type: 'text', text: 'Hi' })],
      events: [{ v: 1, seq: 0, at: 0, runId: 'r', agentPath: ['Workspace', 'cleaner'], type: 'step-start', step: 1 }],
    });

    render(<Thread run={run} />);

    expect(screen.getByRole('article')).toHaveAccessibleName('Workspace');
  });

  it('shows texts as they are: line breaks stay, and markup is text', () => {
    showThread([message('assistant', { type: 'text', text: 'one\n<b>two</b>' })]);

    const text = document.querySelector<HTMLElement>('[data-cs="text"]');

    expect(text?.textContent).toBe('one\n<b>two</b>');
    expect(text && getComputedStyle(text).whiteSpace).toBe('pre-wrap');
    expect(text).toHaveAttribute('dir', 'auto');
  });

  it('lets the app render texts', () => {
    showThread([message('assistant', { type: 'text', text: 'one' })], { renderText: (text) => <em>{text}!</em> });

    expect(screen.getByText('one!').localName).toBe('em');
  });

  it('folds reasoning', () => {
    showThread([message('assistant', { type: 'reasoning', text: 'because' })]);

    expect(screen.getByText('because')).not.toBeVisible();
    expect(screen.getByText('Reasoning')).toBeVisible();
  });

  it('names files', () => {
    showThread([
      message('user', { type: 'file', url: 'data:,x', mediaType: 'application/pdf', filename: 'report.pdf' }),
    ]);

    expect(screen.getByText('report.pdf')).toBeVisible();
    expect(screen.getByText('application/pdf, 1 byte')).toBeVisible();
  });

  it('shows the empty state only while there is nothing', async () => {
    const run = showThread([], { emptyState: <p>Ask me</p> });
    expect(screen.getByText('Ask me')).toBeVisible();

    run.set({ messages: [message('user', { type: 'text', text: 'Hello' })] });

    await waitFor(() => expect(screen.queryByText('Ask me')).toBeNull());
  });

  it('reads a text aloud when it is finished, as a whole', async () => {
    const part = { type: 'text', text: 'I wr', state: 'streaming' } as const;
    const run = showThread([message('assistant', part)]);
    const announcers = [...document.querySelectorAll('[data-cs="announcer"]')];
    const told = (): string => announcers.map((each) => each.textContent).join('');
    expect(log()).toHaveAttribute('aria-live', 'off');
    expect(told()).toBe('');

    run.set({ messages: [message('assistant', { ...part, text: 'I wrote it.', state: 'done' })] });

    await waitFor(() => expect(told()).toBe('I wrote it.'));
  });
});

describe('Thread shows a call', () => {
  it.each(phases)('that is %s, in a word and a shape', (phase) => {
    showThread([message('assistant', toolPart({ phase, title: 'Write a.txt' }))]);

    const line = document.querySelector<HTMLElement>('[data-cs="call"]');

    expect(line).toHaveAttribute('data-phase', phase);
    expect(line?.querySelector('summary')?.textContent).toContain(`Write a.txt ${defaultStrings.card.states[phase]}`);
    expect(line?.querySelector(`[data-glyph="${callGlyphs[phase] ?? 'question'}"]`)).not.toBeNull();
  });

  it('in a way of its own for each phase', () => {
    const looks = phases.map((phase) => `${callGlyphs[phase]} ${callTones[phase]}`);
    const words = phases.map((phase) => defaultStrings.card.states[phase]);

    expect(new Set(looks).size).toBe(phases.length);
    expect(new Set(words).size).toBe(phases.length);
  });

  it('by the words of its name while it has no title, and with what the model reads', () => {
    showThread([message('assistant', toolPart({ phase: 'denied', message: 'not today' }))]);

    expect(document.querySelector('[data-cs="call"] summary')?.textContent).toBe('Write file denied: not today');
  });

  it('with how far it is', () => {
    const progress = { value: 3, max: 4, message: '3 of 4 MB' };
    showThread([message('assistant', toolPart({ phase: 'running', progress }))]);

    const bar = screen.getByRole('progressbar', { name: 'Progress of Write file' });

    expect(bar).toHaveAttribute('value', '0.75');
    expect(screen.getByText('3 of 4 MB')).toBeVisible();
  });

  it.each([
    ['words', 'Reading page 3', null],
    ['a fraction', 0.25, '0.25'],
    ['loaded and total', { loaded: 1, total: 2 }, '0.5'],
    ['more than all', { value: 9, max: 4 }, null],
    ['something else', [1, 2], null],
  ] as const)('with progress as %s', (_, progress, value) => {
    showThread([
      message('assistant', toolPart({ phase: 'running', progress: progress as CallRecord['progress'] & {} })),
    ]);

    expect(screen.getByRole('progressbar').getAttribute('value')).toBe(value);
  });

  it('with its edited input and its result on demand', () => {
    const { state: _, ...part } = toolPart({ phase: 'returned', edited: { path: 'b.txt' } }) as Extract<
      Part,
      { type: 'dynamic-tool' }
    >;
    showThread([message('assistant', { ...part, state: 'output-available', output: { ok: true } } as Part)]);
    const line = document.querySelector<HTMLDetailsElement>('[data-cs="call"]');
    expect(screen.getByText('b.txt')).not.toBeVisible();

    if (line !== null) line.open = true;

    expect(screen.getByText('done, with edits')).toBeVisible();
    expect(screen.getByText('Input, as edited')).toBeVisible();
    expect(screen.getByText('b.txt')).toBeVisible();
    expect(screen.getByText(/"ok": true/)).toBeVisible();
  });

  it('with the input as far as it is written', () => {
    const part = toolPart({ phase: 'writing' }) as Extract<Part, { type: 'dynamic-tool' }>;
    const growing = { ...part, state: 'input-streaming', input: undefined, rawInput: '{"path":"a.' };
    showThread([message('assistant', growing as Part)]);

    expect(document.querySelector('[data-cs="call-details"] [data-cs="value"]')?.textContent).toBe('{"path":"a.');
  });

  it('on the queue while it waits there, and not twice', async () => {
    const run = showThread([message('assistant', toolPart({ phase: 'waiting', title: 'Write a.txt' }))]);
    expect(document.querySelectorAll('[data-cs="call"]')).toHaveLength(1);

    run.set({ pending: [batch([approval('call-1', { title: 'Write a.txt' })])] });

    await screen.findByRole('group', { name: 'Write a.txt' });
    expect(document.querySelectorAll('[data-cs="call"]')).toHaveLength(0);
    expect(log()).not.toContainElement(screen.getByRole('group', { name: 'Write a.txt' }));
  });
});

const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));

describe('Thread scrolls', () => {
  const texts = (count: number): UIMessage[] =>
    Array.from({ length: count }, (_, index) => ({
      id: `m${index}`,
      role: 'assistant',
      parts: [{ type: 'text', text: `Message ${index}\n\n\n\n` }],
    }));

  function showTall(count: number): { readonly run: FakeRun; readonly scroller: HTMLElement } {
    const run = fakeRun({ messages: texts(count) });
    const box = document.createElement('div');
    box.style.cssText = 'block-size: 300px; display: grid; grid-template-rows: minmax(0, 1fr)';
    document.body.append(box);
    render(<Thread run={run} />, { container: box });
    const scroller = box.querySelector<HTMLElement>('[data-cs="thread-scroller"]');
    if (scroller === null) throw new Error('The thread has no scroller.');
    return { run, scroller };
  }

  const fromEnd = (element: HTMLElement): number => element.scrollHeight - element.clientHeight - element.scrollTop;

  it('with what is new', async () => {
    const { run, scroller } = showTall(20);
    await waitFor(() => expect(fromEnd(scroller)).toBeLessThan(2));

    run.set({ messages: texts(30) });

    await waitFor(() => expect(scroller).toHaveTextContent('Message 29'));
    await waitFor(() => expect(fromEnd(scroller)).toBeLessThan(2));
  });

  it('not away from where someone reads, and offers the way back', async () => {
    const { run, scroller } = showTall(20);
    await waitFor(() => expect(fromEnd(scroller)).toBeLessThan(2));
    scroller.scrollTop = 100;
    const jump = await screen.findByRole('button', { name: 'Jump to latest' });

    run.set({ messages: texts(30) });
    await waitFor(() => expect(scroller).toHaveTextContent('Message 29'));
    expect(scroller.scrollTop).toBe(100);
    jump.click();

    await waitFor(() => expect(fromEnd(scroller)).toBeLessThan(2));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Jump to latest' })).toBeNull());
  });

  it.each(['pressed', 'scrolled'] as const)(
    'C404 and keeps the focus in the thread when the button to the latest message disappears (%s)',
    async (how) => {
      const { scroller } = showTall(20);
      await waitFor(() => expect(fromEnd(scroller)).toBeLessThan(2));
      scroller.scrollTop = 100;
      const jump = await screen.findByRole('button', { name: 'Jump to latest' });
      jump.focus();

      if (how === 'pressed') jump.click();
      else scroller.scrollTop = scroller.scrollHeight;

      await waitFor(() => expect(jump).not.toBeInTheDocument());
      expect(scroller).toHaveFocus();
    },
  );

  it('and offers no way to an end that is in view because the content shrank', async () => {
    const { run, scroller } = showTall(20);
    await waitFor(() => expect(fromEnd(scroller)).toBeLessThan(2));
    scroller.scrollTop = 0;
    await screen.findByRole('button', { name: 'Jump to latest' });

    run.set({ messages: texts(2) });

    await waitFor(() => expect(screen.queryByRole('button', { name: 'Jump to latest' })).toBeNull());
  });

  it('C363 not to the end while a reader scrolls up slowly, and to it after the reader returns', async () => {
    const { run, scroller } = showTall(20);
    await waitFor(() => expect(fromEnd(scroller)).toBeLessThan(2));
    const start = scroller.scrollTop;
    for (let step = 1; step <= 5; step += 1) {
      scroller.scrollTop -= 10;
      // The scroll event comes before the text grows: so close to the end, it alone must count as leaving.
      await nextFrame();
      await nextFrame();
      run.set({ messages: texts(20 + step) });
      await waitFor(() => expect(scroller).toHaveTextContent(`Message ${19 + step}`));
      await nextFrame();
      await nextFrame();
    }
    expect(start - scroller.scrollTop).toBe(50);

    scroller.scrollTop = scroller.scrollHeight;
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Jump to latest' })).toBeNull());
    run.set({ messages: texts(30) });
    await waitFor(() => expect(scroller).toHaveTextContent('Message 29'));

    await waitFor(() => expect(fromEnd(scroller)).toBeLessThan(2));
  });

  it('to one’s own message', async () => {
    const { run, scroller } = showTall(20);
    await waitFor(() => expect(fromEnd(scroller)).toBeLessThan(2));
    scroller.scrollTop = 0;
    await screen.findByRole('button', { name: 'Jump to latest' });

    run.set({ messages: [...texts(20), message('user', { type: 'text', text: 'Go on' })] });

    await waitFor(() => expect(fromEnd(scroller)).toBeLessThan(2));
  });

  it('no further than to the first card of a tall batch', async () => {
    const { run, scroller } = showTall(20);
    await waitFor(() => expect(fromEnd(scroller)).toBeLessThan(2));

    run.set({ pending: [batch([approval('a'), approval('b'), approval('c'), approval('d')])] });

    const heading = await screen.findByRole('heading', { name: '4 actions need your approval' });
    const top = (element: Element): number => element.getBoundingClientRect().top;
    await waitFor(() => expect(top(heading) - top(scroller)).toBeLessThan(60));
    expect(top(heading) - top(scroller)).toBeGreaterThan(0);
  });
});
