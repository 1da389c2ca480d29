import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Markdown, renderMarkdown } from 'countersign/markdown';
import { StrictMode } from 'react';
import { createPortal } from 'react-dom';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { showChat } from '../components/chat/support.js';
import { wearStyles } from '../setup/wear-styles.js';

wearStyles();

afterEach(cleanup);
afterEach(() => vi.restoreAllMocks());

/** What lands on the clipboard. */
function watchClipboard(): readonly string[] {
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
    copied.push(text);
  });
  return copied;
}

const press = (name: string): Promise<void> => userEvent.click(screen.getByRole('button', { name }));

describe('Markdown', () => {
  it('C171 copies code as written, and reports it', async () => {
    render(<Markdown text={'```ts\nconst a = "<b>";\n```'} />);
    const copied = watchClipboard();

    await press('Copy code');

    expect(copied).toEqual(['const a = "<b>";']);
    expect(await screen.findByText('Copied')).toBeDefined();
    expect(screen.getByText('ts')).toBeDefined();
  });

  it('C171 reports a failed copy', async () => {
    render(<Markdown text={'```\na\n```'} />);
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Not allowed'));

    await press('Copy code');

    expect(await screen.findByText(/^Could not be copied/)).toBeDefined();
  });

  it('C168 keeps the elements of settled blocks while the text grows', () => {
    const text = 'First.\n\nSecond.\n\nThird.\n\nFourth **bo';
    const shown = (end: number, state: 'streaming' | 'done' = 'streaming') => (
      <StrictMode>
        <Markdown text={text.slice(0, end)} state={state} />
      </StrictMode>
    );
    const { rerender } = render(shown(16));
    const first = screen.getByText('First.');

    for (let end = 17; end <= text.length; end++) rerender(shown(end));
    expect(screen.getByText('bo').localName).toBe('strong');
    rerender(shown(text.length, 'done'));

    expect(screen.getByText('First.')).toBe(first);
    expect(screen.getByText('Fourth **bo')).toBeDefined();
  });

  it('keeps what is selected in a settled block, and where a table was scrolled to', () => {
    const table = `| ${'wide '.repeat(80)} | b |\n|---|---|\n| ${'wide'.repeat(300)} | 2 |\n\n`;
    const { rerender } = render(<Markdown text={`${table}a\n\nb\n\nc`} state="streaming" />);
    const scroller = screen.getByRole('region', { name: 'Table' });
    scroller.scrollLeft = 5;

    rerender(<Markdown text={`${table}a\n\nb\n\nc and more`} state="streaming" />);

    expect(screen.getByRole('region', { name: 'Table' })).toBe(scroller);
  });

  it('C395 keeps the selection in a paragraph that is being written', () => {
    const { rerender } = render(<Markdown text="Alpha beta gamma delta" state="streaming" />);
    const { firstChild } = screen.getByText(/^Alpha/);
    if (firstChild === null) throw new Error('The paragraph has no text.');
    getSelection()?.setBaseAndExtent(firstChild, 16, firstChild, 6);

    rerender(<Markdown text="Alpha beta gamma delta, and **more" state="streaming" />);
    expect(String(getSelection())).toBe('beta gamma');
    rerender(<Markdown text={'Alpha beta gamma delta, and **more**\n\nNext'} />);

    expect(String(getSelection())).toBe('beta gamma');
    expect(getSelection()?.anchorOffset).toBe(16);
  });

  it('C398 copies code without the words of its buttons', () => {
    render(<Markdown text={'Before\n\n```ts\nconst a = 1;\n```\n\nAfter'} />);

    getSelection()?.selectAllChildren(document.body);

    expect(String(getSelection()).split(/\n+/)).toEqual(['Before', 'const a = 1;', 'After']);
  });

  it('C400 has room for the numbers of long lists and for years', () => {
    const items = Array.from({ length: 120 }, (_, at) => `${at + 1}. item`).join('\n');
    render(<Markdown text={`${items}\n\nText\n\n1986. A year\n\nText\n\n123456789. Much`} />);

    for (const [number, list] of [...document.querySelectorAll('ol')].entries()) {
      const marker = list.appendChild(document.createElement('span'));
      marker.textContent = ['120. ', '1986. ', '123456789. '][number] ?? '';
      marker.style.whiteSpace = 'pre';
      expect(Number.parseFloat(getComputedStyle(list).paddingInlineStart)).toBeGreaterThan(marker.offsetWidth);
    }
  });

  it('C401 shows text that begins with code or an address in the direction of its words', () => {
    const address = 'https://example.com';
    const items = `- \`git\` أداة\n- ${address} موقع`;
    render(<Markdown text={`\`npm i\` ثم شغّل\n\n${items}\n\n> \`x\` نص\n\n| \`a\` اسم | b |\n|---|---|\n| 1 | 2 |`} />);

    for (const element of document.querySelectorAll('p, ul, li, blockquote, table, th:first-child'))
      expect([element.localName, getComputedStyle(element).direction]).toEqual([element.localName, 'rtl']);
    expect(getComputedStyle(screen.getByText('npm i')).direction).toBe('ltr');
  });

  it.each(['streaming', 'done'] as const)(
    'C402 shows text that looks like a definition without a target, %s',
    (state) => {
      const text = '[^1]: note\n\n[Note]: done\n\n[ok]: https://example.com\n\nSee [ok] and [^1].\n\nThe end';
      const { container } = render(<Markdown text={text} state={state} />);

      expect(container).toHaveTextContent('[^1]: note[Note]: doneSee ok (example.com) and [^1].The end');
    },
  );

  it('C403 copies in a page without a secure origin, which has no clipboard', async () => {
    vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as unknown as Clipboard); // as on http:
    const copied: string[] = [];
    const command = vi.spyOn(document, 'execCommand').mockImplementation(() => {
      const event = new ClipboardEvent('copy', { clipboardData: new DataTransfer(), bubbles: true });
      document.body.dispatchEvent(event);
      copied.push(event.clipboardData?.getData('text/plain') ?? '');
      return true;
    });
    render(<Markdown text={'```\na <b>\n```'} />);

    await press('Copy code');
    expect(await screen.findByText('Copied')).toBeDefined();
    expect(copied).toEqual(['a <b>']);
    command.mockReturnValue(false);
    await press('Copy code');

    expect(await screen.findByText(/^Could not be copied/)).toBeDefined();
  });

  it('C403 copies with the clipboard of the window that shows it', async () => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    onTestFinished(() => frame.remove());
    const page = frame.contentDocument as Document;
    const written = vi.fn(async () => {});
    Object.defineProperty(page.defaultView?.navigator, 'clipboard', { value: { writeText: written } });
    const here = watchClipboard();
    render(createPortal(<Markdown text={'```\na\n```'} />, page.body));

    page.querySelector<HTMLElement>('[data-action="copy"]')?.click();

    await waitFor(() => expect(written).toHaveBeenCalledWith('a'));
    expect(here).toEqual([]);
  });

  it.each([
    ['ltr', 'rtl', 'One'],
    ['rtl', 'ltr', 'واحد'],
  ])(
    'reads lists, quotes and tables %s where that is their words, in a page that reads %s',
    (direction, page, word) => {
      render(
        <div dir={page}>
          <Markdown text={`1. ${word}\n\n- [x] ${word}\n\n> ${word}\n\n| ${word} | b |\n|---|---|\n| 1 | 2 |`} />
        </div>,
      );

      for (const name of ['ol', 'ul', 'blockquote', 'table'])
        expect([name, getComputedStyle(document.querySelector(name) ?? document.body).direction]).toEqual([
          name,
          direction,
        ]);
    },
  );

  it('keeps wide tables and code within itself', () => {
    render(
      <div style={{ inlineSize: 280 }}>
        <Markdown text={`| ${'a | '.repeat(20)}\n|${'---|'.repeat(20)}\n\n\`\`\`\n${'wide '.repeat(90)}\n\`\`\``} />
      </div>,
    );
    const root = document.querySelector('[data-cs="markdown"]');

    expect(root?.scrollWidth).toBeLessThanOrEqual(280);
    expect(screen.getByRole('region', { name: 'Table' }).tabIndex).toBe(0);
  });
});

describe('a chat with Markdown', () => {
  it('C171 copies a finished message as written', async () => {
    const { run } = showChat({ turns: ['This is **bold**.'], chat: { renderText: renderMarkdown } });
    const copied = watchClipboard();
    act(() => run().start('Hello'));
    const log = within(screen.getByRole('log'));
    expect((await log.findByText('bold')).localName).toBe('strong');

    const answer = log.getAllByRole('article')[1] as HTMLElement;
    await userEvent.click(within(answer).getByRole('button', { name: 'Copy message' }));

    expect(copied).toEqual(['This is **bold**.']);
    expect(await within(answer).findByText('Copied')).toBeDefined();
  });

  it('C171 copies the input of a call without hidden values', async () => {
    const input = { path: 'a.txt', apiKey: 'sk-secret' };
    const { run } = showChat({ turns: [{ calls: [{ toolName: 'look', input }] }, 'Done.'] });
    const copied = watchClipboard();
    act(() => run().start('Hello'));
    await userEvent.click(
      await screen.findByText(
        (_, element) => element?.matches('bdi') === true && element.textContent === 'Look: a.txt',
      ),
    );

    await userEvent.click(screen.getByRole('button', { name: 'Copy input' }));

    expect(copied).toHaveLength(1);
    expect(copied[0]).not.toContain('sk-secret');
  });
});
