import { describe, expect, it } from 'vitest';
import { withoutMarkdown } from '../../src/feed/plain-line.js';

describe('the text of a row', () => {
  it.each([
    [
      '## What I changed\n\n- **two** lines of `notes/todo.md`\n- _one_ heading',
      'What I changed\n\ntwo lines of notes/todo.md\none heading',
    ],
    ['See [the plan](https://a.example/plan "Plan") and ![a chart](chart.png).', 'See the plan and a chart.'],
    ['> quoted\n```ts\nconst a = 1;\n```', 'quoted\n\nconst a = 1;\n'],
    ['| a | b |\n|---|---|\n| 1 | 2 |', '| a | b |\n\n| 1 | 2 |'],
    ['~~old~~ *new*', 'old new'],
  ])('C470 has no marks of Markdown: %j', (text, plain) => {
    expect(withoutMarkdown(text)).toBe(plain);
  });

  it.each(['src/*.ts and test/*.ts', 'snake_case_name', '2 * 3 * 4', '-5', 'a `half', '**open', '__init__.py', 'x #1'])(
    'C470 keeps characters that are not a mark: %j',
    (text) => {
      expect(withoutMarkdown(text)).toBe(text);
    },
  );

  it('C470 reads a long text of marks at once', () => {
    for (const mark of ['*', '_', '`', '[', '[a](', '**a', '|---', '~~'])
      expect(withoutMarkdown(mark.repeat(20_000)).length).toBeGreaterThanOrEqual(0);
  });
});
