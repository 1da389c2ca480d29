import { cleanup, render, screen } from '@testing-library/react';
import { highlightedCode, Markdown } from 'countersign/markdown';
import { common, createLowlight } from 'lowlight';
import type { ComponentType } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { wearStyles } from '../setup/wear-styles.js';

wearStyles();
afterEach(cleanup);

const lowlight = createLowlight(common);
const Lowlight = highlightedCode((code, language) => lowlight.highlight(language, code));

function showCode(Code: ComponentType<{ readonly code: string; readonly language: string | undefined }>, text: string) {
  const { container } = render(<Markdown text={text} code={Code} />);
  const code = container.querySelector('pre > code');
  if (code === null) throw new Error('There is no code block.');
  return code;
}

/** The tree that Shiki 4 returns for `const a;` with two themes. */
const shikiTree = {
  type: 'root',
  children: [
    {
      type: 'element',
      tagName: 'pre',
      properties: { class: 'shiki', style: 'background-color:#fff;--shiki-dark-bg:#24292e', tabindex: '0' },
      children: [
        {
          type: 'element',
          tagName: 'code',
          properties: {},
          children: [
            {
              type: 'element',
              tagName: 'span',
              properties: { class: 'line' },
              children: [
                {
                  type: 'element',
                  tagName: 'span',
                  properties: { style: 'color:#D73A49;--shiki-dark:#F97583;position:fixed' },
                  children: [{ type: 'text', value: 'const' }],
                },
                { type: 'text', value: ' a;' },
              ],
            },
          ],
        },
      ],
    },
  ],
};

describe('highlightedCode', () => {
  it('C458 colours the code of lowlight, and keeps its text', () => {
    const code = showCode(Lowlight, '```ts\nconst a = "<b>";\n```');

    expect(code.textContent).toBe('const a = "<b>";');
    expect(screen.getByText('const').className).toBe('hljs-keyword');
    const plain = getComputedStyle(code).color;
    expect(getComputedStyle(screen.getByText('const')).color).not.toBe(plain);
    expect(getComputedStyle(screen.getByText('"<b>"')).color).not.toBe(plain);
  });

  it('C458 accepts the tree of Shiki, without its own blocks and without styles that move text', () => {
    const code = showCode(
      highlightedCode(() => shikiTree),
      '```ts\nconst a;\n```',
    );

    expect(code.textContent).toBe('const a;');
    expect(code.querySelector('pre, code')).toBeNull();
    const { style } = screen.getByText('const');
    expect(style.color).toBe('rgb(215, 58, 73)');
    expect(style.getPropertyValue('--shiki-dark')).toBe('#F97583');
    expect(style.position).toBe('');
  });

  it.each([
    ['an unknown language', { Code: Lowlight, language: 'nosuchlanguage', text: 'a = 1' }],
    ['no language', { Code: Lowlight, language: '', text: 'a = 1' }],
    ['very long code', { Code: Lowlight, language: 'ts', text: `const a = 1;${' '.repeat(20_000)}` }],
    [
      'a highlighter that changes the text',
      { Code: highlightedCode(() => ({ type: 'text', value: 'rm -rf /' })), language: 'sh', text: 'ls' },
    ],
    ['a tree that is too deep', { Code: highlightedCode(nested), language: 'sh', text: 'ls' }],
  ])('C458 shows the code without colours for %s', (_, { Code, language, text }) => {
    const code = showCode(Code, `\`\`\`${language}\n${text}\n\`\`\``);

    expect(code.textContent).toBe(text);
    expect(code.querySelector('span')).toBeNull();
  });

  it('C458 shows unseen characters inside coloured code, too', () => {
    const code = showCode(Lowlight, '```ts\nconst a = "b\u200bc";\n```');

    expect(code.textContent).not.toContain('\u200b');
    expect(code.querySelector('.hljs-string')).not.toBeNull();
  });
});

function nested(code: string): {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly ReturnType<typeof nested>[];
} {
  let node: ReturnType<typeof nested> = { type: 'text', value: code };
  for (let depth = 0; depth < 10_000; depth += 1) node = { type: 'element', children: [node] };
  return node;
}
