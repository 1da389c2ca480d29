import { Markdown } from 'countersign/markdown';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { completeTail } from '../../src/markdown/complete-tail.js';
import { createBlockReader } from '../../src/markdown/read-blocks.js';

const answer = `# The plan

Some **bold** words, *leaning* ones, __strong__ and _soft_, ~~gone~~, \`code\` and a [link](https://example.com/a_b).

- one **item** with \`code\`
- another, with a [link](https://example.com)
  - nested *deeper*
- [x] a task
- [ ] one that is open

1. first
2. **second**

> quoted *words*
> go on

| Name | Size |
|:-----|-----:|
| **a** | \`1\` |
| b | 2 |

\`\`\`ts
const a = '**';
\`\`\`

A heading below
---

![A chart](https://example.com/a.png) and <https://example.org/x> with **bold *and both***.

[defined]: https://example.com/defined
The end.
`;

const html = (text: string, state: 'streaming' | 'done'): string =>
  renderToStaticMarkup(createElement(Markdown, { text, state }));

/** What a person reads, outside of code, links and what is hidden. */
function readable(text: string, state: 'streaming' | 'done'): string {
  return html(text, state)
    .replace(/<pre[^>]*>.*?<\/pre>/gs, '')
    .replace(/<code>.*?<\/code>/gs, '')
    .replace(/<[^>]*>/g, '');
}

const marks = /[*_~`|[\]#]|^\s*>|\]\(/m;

describe('streaming Markdown', () => {
  it('C167 shows no mark before its meaning is clear', () => {
    const seen = { streaming: new Set<string>(), done: new Set<string>() };
    for (let end = 1; end <= answer.length; end++) {
      for (const state of ['streaming', 'done'] as const) {
        const [raw] = marks.exec(readable(answer.slice(0, end), state)) ?? [];
        if (raw !== undefined) seen[state].add(`${raw} in …${answer.slice(Math.max(0, end - 30), end)}`);
      }
    }

    expect(marks.test(readable(answer, 'done'))).toBe(false);
    expect([...seen.streaming]).toEqual([]);
    expect(seen.done.size).toBeGreaterThan(100);
  });

  it.each([
    ['a **b', 'a **b**'],
    ['a **b *c', 'a **b *c***'],
    ['a **b*', 'a **b**'],
    ['a **', 'a '],
    ['a `b', 'a `b`'],
    ['a ``b`', 'a ``b``'],
    ['a [b', 'a b'],
    ['a [b](htt', 'a b'],
    ['a [**b', 'a **b**'],
    ['a ![b](x', 'a '],
    ['2 * 3 and 4 ', '2 * 3 and 4 '],
    ['snake_case_name', 'snake_case_name'],
    ['see https://a.example/_x', 'see https://a.example/_x'],
    ['a\\', 'a'],
    ['- **a\n- b', '- **a\n- b'],
    ['a **b\n\nc', 'a **b\n\nc'],
    ['```ts\na **b', '```ts\na **b'],
    ['```ts\na\n``', '```ts\na\n'],
    ['a\n```t', 'a\n'],
    ['a\n-', 'a\n'],
    ['| a | b', '| a | b |\n|---|---|'],
    ['| a | b |\n|-', '| a | b |\n|-|---|'],
    ['| a | b |\n|:-:|---|\n| **c', '| a | b |\n|:-:|---|\n| **c**'],
  ])('completes %j', (text, expected) => {
    expect(completeTail(text)).toBe(expected);
  });

  it('C167 shows a finished text as written', () => {
    expect(html('a **b', 'done')).toContain('a **b');
    expect(html('a **b', 'streaming')).toContain('<strong>b</strong>');
  });

  it('C168 parses no settled block again, and ends with the result of the whole text', () => {
    const reader = createBlockReader();
    const lasting = new Map<number, unknown>();
    const anew: number[] = [];
    for (let end = 1; end <= answer.length; end += 3) {
      const blocks = reader.read(answer.slice(0, end), 'streaming').filter(({ token }) => token.type !== 'space');
      for (const { start, token } of blocks.slice(0, -2)) {
        if (lasting.has(start) && lasting.get(start) !== token) anew.push(start);
        lasting.set(start, token);
      }
    }

    expect(lasting.size).toBeGreaterThan(8);
    expect(anew).toEqual([]);
    expect(reader.read(answer, 'done').map(({ token }) => token)).toEqual(
      createBlockReader()
        .read(answer, 'done')
        .map(({ token }) => token),
    );
  });

  it('C168 treats a text that is not a continuation as a new one', () => {
    const reader = createBlockReader();
    reader.read(answer, 'streaming');

    expect(reader.read('**b', 'streaming')).toEqual(createBlockReader().read('**b', 'streaming'));
  });

  it('finds links that are defined further down, once the text is finished', () => {
    const reader = createBlockReader();
    const text = 'See [it][1].\n\nAnd more.\n\nAnd more.\n\n[1]: https://example.com\n';
    reader.read(text.slice(0, -5), 'streaming');

    expect(JSON.stringify(reader.read(text, 'done')[0])).toContain('"href":"https://example.com"');
  });
});
