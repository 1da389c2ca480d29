import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DeceptiveNotice, StringsProvider, Value, ValueView } from '../../../src/components/index.js';
import { loadKitStyles } from '../../setup/load-kit-styles.js';

loadKitStyles();

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function show(value: unknown, props: Partial<ComponentProps<typeof ValueView>> = {}): HTMLElement {
  const { container } = render(
    <StringsProvider locale="de-DE">
      <ValueView value={value} {...props} />
    </StringsProvider>,
  );
  return container;
}

const field = (name: string): HTMLElement => {
  const row = screen.getByText(name, { selector: 'dt *' }).closest<HTMLElement>('[data-cs="field-row"]');
  if (row === null) throw new Error(`There is no field ${name}.`);
  return row;
};
const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name });
const press = async (name: string | RegExp): Promise<void> => await userEvent.click(button(name));

describe('a value shows', () => {
  it.each([
    ['yes and no', true, 'yes true'],
    ['null', null, 'no value null'],
    ['what is absent', undefined, 'not given'],
    ['an empty text', '', 'empty'],
    ['an empty list', [], 'empty list'],
    ['an empty object', {}, 'no fields'],
    ['a year as it is', 2024, '2024'],
    ['the text "null"', 'null', 'null'],
  ])('%s', (_, value, words) => {
    show({ field: value });

    expect(field('field').querySelector('dd')?.textContent?.trim()).toBe(words);
  });

  it('a text that reads like something else in quotes', () => {
    show({ text: '42', number: 42 });

    expect(field('text').querySelector('[data-quoted]')).not.toBeNull();
    expect(field('number').querySelector('[data-quoted]')).toBeNull();
  });

  it('a number in the way of the locale, and as it was written on demand', async () => {
    show({ size: 1234567.25 });
    expect(button('1.234.567,25')).toHaveAttribute('aria-pressed', 'false');

    await press('1.234.567,25');

    expect(button('1234567.25')).toHaveAttribute('aria-pressed', 'true');
  });

  it('a date in the way of the locale, beside what was written', () => {
    show({ day: '2026-03-01', wrong: '2026-13-45' });

    expect(field('day')).toHaveTextContent('2026-03-01');
    expect(within(field('day')).getByText('Sonntag, 1. März 2026')).toBeVisible();
    expect(field('wrong').querySelector('time')).toBeNull();
  });

  it('a URL with its host, and no link unless the app says so', () => {
    show({ url: 'https://files.example.com:8443/a?b=c' });

    expect(screen.getByText('files.example.com').tagName).toBe('STRONG');
    expect(screen.queryByRole('link')).toBeNull();
    cleanup();
    show({ good: 'https://example.com/', script: 'javascript://example.com/%0aalert(1)' }, { links: 'new-tab' });
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['https://example.com/']);
    expect(screen.getByRole('link')).toHaveAttribute('rel', expect.stringContaining('noopener'));
  });

  it('no link where the address does not look like what it is', () => {
    show({ url: 'https://example.com@evil.example/' }, { links: 'new-tab' });

    expect(screen.queryByRole('link')).toBeNull();
    expect(document.querySelector('[data-cs="url-host"]')).toHaveTextContent('evil.example');
  });

  it('paths and code from left to right, and prose as its letters ask', () => {
    show({ path: 'src/שלום/a.ts', note: 'שלום', code: 'a = 1' });

    expect(field('path').querySelector('pre')).toHaveAttribute('dir', 'ltr');
    expect(field('code').querySelector('pre')).toHaveAttribute('dir', 'ltr');
    expect(field('note').querySelector('pre')).toHaveAttribute('dir', 'auto');
    const parts = [...field('path').querySelectorAll('bdi')].map((part) => part.getBoundingClientRect().left);
    expect(parts.length).toBeGreaterThan(3);
    expect(parts.slice(1)).toEqual([...parts.slice(1)].sort((a, b) => a - b));
  });

  it('a long text folded, by lines and by characters', async () => {
    const text = Array.from({ length: 30 }, (_, line) => `line ${line}`).join('\n');
    show({ text, wide: 'x'.repeat(1000) });
    expect(field('text')).not.toHaveTextContent('line 20');
    expect(within(field('wide')).getByRole('button', { name: 'Show all 1,000 characters' })).toBeVisible();

    await press('Show all 30 lines');

    expect(field('text').querySelector('pre')?.textContent).toBe(text);
    await press('Show less');
    expect(field('text')).not.toHaveTextContent('line 20');
  });

  it('a huge text piece by piece', async () => {
    show('y'.repeat(50_000));

    await press(/Show 20,000 more of 49,520 characters left/);

    expect(document.querySelector('pre')?.textContent).toHaveLength(20_000);
  });

  it('a list of ten thousand a page at a time', async () => {
    show({ list: Array.from({ length: 10_000 }, (_, at) => at) });
    expect(document.querySelectorAll('li')).toHaveLength(0);

    await userEvent.click(screen.getByText('List of 10,000 items'));
    await waitFor(() => expect(document.querySelectorAll('li')).toHaveLength(50));
    await press('Show 200 more of 9,950 items left');

    expect(document.querySelectorAll('li')).toHaveLength(250);
  });

  it('what lies deep closed, and opens it', async () => {
    show({ a: { b: { c: { d: { e: 'deep' } } } } });
    expect(screen.queryByText('deep')).toBeNull();

    const summaries = document.querySelectorAll<HTMLElement>('details:not([open]) > summary');
    for (const summary of summaries) await userEvent.click(summary);

    expect(await screen.findByText('deep')).toBeVisible();
  });

  it('input while it is written, and that it is', () => {
    const { rerender } = render(<ValueView value={{ path: 'a.t' }} isPartial />);
    const root = document.querySelector('[data-cs="value-root"]');
    expect(root).toHaveAttribute('aria-busy', 'true');
    expect(screen.getByText('The model is still writing this.')).toBeVisible();

    rerender(<ValueView value={{ path: 'a.txt' }} />);

    expect(root).not.toHaveAttribute('aria-busy');
    expect(field('path')).toHaveTextContent('a.txt');
  });

  it('its JSON on demand, with escapes for what cannot be seen', async () => {
    render(
      <Value.Root value={{ name: 'a\u202Eb', list: [1] }}>
        <Value.Json />
      </Value.Root>,
    );
    expect(document.querySelector('[data-cs="json"]')).toBeNull();

    await userEvent.click(screen.getByText('Input as JSON'));

    const json = await waitFor(() => document.querySelector('[data-cs="json"]')?.textContent ?? Promise.reject());
    expect(json).toContain('a\\u202eb');
    expect(JSON.parse(json)).toEqual({ name: 'a\u202Eb', list: [1] });
  });

  it('nothing of a server that the reader would see otherwise', async () => {
    const element = <ValueView value={{ size: 1234567, day: '2026-03-01', api_key: 'abc' }} />;
    const container = document.body.appendChild(document.createElement('div'));
    container.innerHTML = renderToString(element);
    expect(container.innerHTML).not.toMatch(/style=|abc/);

    // Starts here, because React 18 warns about layout effects when it renders to a string next to a document.
    const errors = vi.spyOn(console, 'error');
    render(element, { container, hydrate: true });

    expect(errors.mock.calls).toEqual([]);
    expect(container.querySelector('time')).not.toBeNull();
  });
});

describe('a value of any size draws little', () => {
  const drawn = (): number => document.querySelectorAll('*').length;
  const deepOf = (levels: number): unknown => {
    let value: unknown = 'deep';
    for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { in: value };
    return value;
  };

  it('of a text of ten megabytes, a piece', async () => {
    const container = show({ content: 'const answer = 42;\n'.repeat(550_000) });

    await press(/^Show 20,000 more/);

    expect(container.textContent?.length).toBeLessThan(25_000);
    expect(screen.getByRole('button', { name: /^Show 20,000 more/ })).toBeVisible();
  });

  it('says that it looked for deceptive text no further than a person reads', () => {
    render(
      <Value.Root value={{ note: `${'a '.repeat(150_000)}\u202E` }}>
        <Value.Fields />
        <DeceptiveNotice />
      </Value.Root>,
    );

    expect(screen.getByRole('note')).toHaveTextContent(/longer than 200,000 characters; not all of it is shown/);
  });

  it('of ten thousand marks, a few explanations', () => {
    render(
      <Value.Root value={Array.from({ length: 10_000 }, (_, at) => `a\u202E${at}`)}>
        <Value.Fields />
        <DeceptiveNotice />
      </Value.Root>,
    );

    expect(screen.getByRole('note').querySelectorAll('li')).toHaveLength(13);
    expect(screen.getByText('And 9,988 more places.')).toBeVisible();
    expect(drawn()).toBeLessThan(1_000);
  });

  it('of ten thousand members, a page', () => {
    show(Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`name ${at}`, at])));

    expect(document.querySelectorAll('dt')).toHaveLength(50);
    expect(screen.getByRole('button', { name: 'Show 200 more of 9,950 fields left' })).toBeVisible();
  });

  it('of ten thousand levels, the first ones, and opens each', async () => {
    show({ value: deepOf(10_000) }, { redact: 'none' });
    const before = drawn();

    const closed = (): HTMLElement | null => document.querySelector('details:not([open]) > summary');
    await userEvent.click(closed() ?? document.body);

    await waitFor(() => expect(drawn()).toBeGreaterThan(before));
    expect(drawn()).toBeLessThan(1_000);
  });

  it('of ten thousand levels as JSON, what can be written', async () => {
    render(
      <Value.Root value={deepOf(10_000)} redact="none">
        <Value.Json />
      </Value.Root>,
    );

    await userEvent.click(screen.getByText('Input as JSON'));
    await userEvent.click(await screen.findByRole('button', { name: /^Show 50,000 more/ }));

    expect(screen.getByText(/too deep/)).toBeVisible();
  });
});

describe('a hidden value', () => {
  const secret = { user: 'ada', password: 'hunter2-correct', header: 'Authorization: Bearer abc123def456' };

  it('is not in the page until it is asked for, one at a time', async () => {
    const container = show(secret);
    expect(container.innerHTML).not.toMatch(/hunter2|abc123/);
    expect(screen.getByText(/2 values are hidden here only. What runs is the full input/)).toBeVisible();
    const show1 = button(/hidden value of .?password/);

    await userEvent.click(show1);

    expect(field('password')).toHaveTextContent('hunter2-correct');
    expect(show1).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByRole('status')).toHaveTextContent(/Now shown: .?password/);
    expect(container.innerHTML).not.toContain('abc123');
    await userEvent.click(show1);
    expect(container.innerHTML).not.toContain('hunter2');
  });

  it('is shown with all others, and hidden again', async () => {
    const container = show(secret);

    await press('Show all 2 hidden values');

    expect(field('header').querySelector('pre')?.textContent).toBe(secret.header);
    expect(field('password')).toHaveTextContent('hunter2-correct');
    await press('Show all 2 hidden values');
    expect(container.innerHTML).not.toMatch(/hunter2|abc123/);
  });

  it('leaves its place in a text', () => {
    show(secret);

    expect(field('header')).toHaveTextContent('Authorization: Bearer hidden');
  });

  it('is what the tool says', () => {
    const container = show({ pin: 4711, token: 'abcdefgh1' }, { redactions: { hide: [['pin']], show: [['token']] } });

    expect(container.innerHTML).not.toContain('4711');
    expect(field('token')).toHaveTextContent('abcdefgh1');
  });

  it('stays hidden in what is copied and in the JSON, until it is shown', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    render(
      <Value.Root value={secret}>
        <Value.Fields />
        <Value.Json open />
        <Value.Copy />
        <Value.RevealAll />
      </Value.Root>,
    );

    await press('Copy');
    await press('Show all 2 hidden values');
    await press('Copy');

    expect(write.mock.calls[0]?.[0]).not.toMatch(/hunter2|abc123/);
    expect(JSON.parse(write.mock.calls[1]?.[0] ?? '')).toEqual(secret);
    expect(await screen.findByText('Copied')).toBeVisible();
  });

  it('says when it cannot be copied', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'));
    render(
      <Value.Root value="a">
        <Value.Copy />
      </Value.Root>,
    );

    await press('Copy');

    expect(await screen.findByText(/Could not be copied/)).toBeVisible();
  });
});

describe('the parts of a value', () => {
  it('take a class, a ref, other attributes and another element', () => {
    const ref = vi.fn();
    render(
      <Value.Root value={{ a: 1, b: { c: 2 } }} ref={ref} className={({ state }) => `is-${state}`} title="x">
        <Value.Field path={['b', 'c']} render={<section />} />
      </Value.Root>,
    );

    expect(ref).toHaveBeenCalledWith(document.querySelector('.is-whole[title="x"]'));
    expect(document.querySelector('section')).toHaveTextContent('c2');
  });

  it('say where they belong when they stand alone', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});

    expect(() => render(<Value.Fields />)).toThrow(/<Value.Fields> is outside of <Value.Root>/);
  });
});
