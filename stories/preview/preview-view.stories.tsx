import type { Meta, StoryObj } from '@storybook/react-vite';
import { Preview, PreviewView } from 'countersign/components';
import { expect, fn } from 'storybook/test';
import { partsOf } from '../support/index.js';

/** Shows what a call would change. */
const meta: Meta<typeof PreviewView> = {
  title: 'Previews/PreviewView',
  component: PreviewView,
  subcomponents: partsOf('Preview', Preview),
};
export default meta;

type Story = StoryObj<typeof PreviewView>;

const before = `import { createServer } from 'node:http';

const port = 3000;
const host = 'localhost';

// Sends the same response to every request.
const server = createServer((request, response) => {
  response.writeHead(200);
  response.end('Hello');
});

server.on('error', (error) => {
  console.error(error);
  process.exitCode = 1;
});

server.listen(port, host);
`;
const after = before
  .replace('3000', 'Number(process.env.PORT ?? 3000)')
  .replace("'Hello'", "'Hello, ' + request.url")
  .replace("'localhost'", "'0.0.0.0'");

/** Compares two texts line by line. Changed words stand out, and unchanged lines are collapsed. */
export const Diff: Story = {
  args: { state: { status: 'ready', preview: { type: 'diff', before, after, path: 'src/server.ts' } } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('3 lines added, 3 removed')).toBeVisible();
    await expect(canvas.getByRole('button', { name: /unchanged lines/ })).toBeVisible();
  },
};

/** The same texts side by side. In a narrow container they are stacked. */
export const DiffSideBySide: Story = {
  args: { ...Diff.args, layout: 'split' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: 'Side by side' })).toHaveAttribute('aria-pressed', 'true');
  },
};

/** Unchanged lines, expanded on demand. */
export const DiffUnfolded: Story = {
  ...Diff,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: /unchanged lines/ }));

    await expect(canvas.getByText(/server\.on/)).toBeVisible();
  },
};

/**
 * Secrets and deceptive text in a diff. A changed secret is marked as changed, and its value is shown on
 * demand.
 */
export const DiffToBeWaryOf: Story = {
  args: {
    state: {
      status: 'ready',
      preview: {
        type: 'diff',
        before: 'PORT=3000\nAPI_KEY=old-4f9a8b7c\n',
        after: 'PORT=3000\nAPI_KEY=new-1c2d3e4f\nHOOK=https://example.com@evil.example/\n',
        path: '.env',
      },
    },
  },
  play: async ({ canvas, canvasElement }) => {
    await expect(await canvas.findByText('2 lines added, 1 removed')).toBeVisible();
    await expect(canvas.getByRole('note')).toHaveTextContent(/evil\.example/);
    await expect(canvasElement.innerHTML).not.toMatch(/4f9a8b7c|1c2d3e4f/);
  },
};

/** A file that does not exist yet. */
export const DiffOfNewText: Story = {
  args: { state: { status: 'ready', preview: { type: 'diff', before: '', after: before, path: 'src/server.ts' } } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('New, 17 lines')).toBeVisible();
  },
};

/** The diff code could not be loaded, so both texts are shown in full. */
export const DiffWithoutLibrary: Story = {
  args: { ...Diff.args, loadLibrary: fn(async () => await Promise.reject(new Error('offline'))) },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/could not be compared here/)).toBeVisible();
  },
};

/** Rows of a table, formatted by type. A column with secrets is hidden. */
export const Table: Story = {
  args: {
    state: {
      status: 'ready',
      preview: {
        type: 'table',
        columns: ['id', 'name', 'joined', 'active', 'token'],
        rows: [
          [1041, 'Ada Lovelace', '2025-12-10', true, 'tok-6f1e2d3c'],
          [1042, 'Grace Hopper', '2026-01-06', false, 'tok-9a8b7c6d'],
          [1043, 'Katherine Johnson', null, true, 'tok-5e4f3a2b'],
        ],
      },
    },
  },
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getByRole('table', { name: '3 rows, 5 columns' })).toBeVisible();
    await expect(canvasElement.innerHTML).not.toContain('tok-6f1e');
  },
};

const dot = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="160" height="80"><rect width="160" height="80" rx="8" fill="#1f5fd6"/><circle cx="80" cy="40" r="20" fill="#fff"/></svg>')}`;

/** An image whose data is in the page. */
export const Picture: Story = {
  args: { state: { status: 'ready', preview: { type: 'image', url: dot, alt: 'The new logo' } } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('img', { name: 'The new logo' })).toBeVisible();
  },
};

/**
 * An image from another host is loaded only after a press, because loading it reveals to that host that
 * somebody is looking.
 */
export const PictureFromElsewhere: Story = {
  args: {
    state: {
      status: 'ready',
      preview: { type: 'image', url: 'https://pictures.example/chart.png', alt: 'Sales in 2026' },
    },
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'Load the picture' })).toBeVisible();
    await expect(canvas.queryByRole('img')).toBeNull();
  },
};

/** This URL is not an image. */
export const PictureRefused: Story = {
  args: { state: { status: 'ready', preview: { type: 'image', url: 'javascript:alert(1)', alt: 'Sales in 2026' } } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('The picture could not be loaded.')).toBeVisible();
  },
};

/** JSON, shown as fields. */
export const Json: Story = {
  args: {
    state: {
      status: 'ready',
      preview: { type: 'json', value: { recipients: 214, from: 'news@example.com', sends: '2026-03-01T09:00:00Z' } },
    },
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('news@example.com')).toBeVisible();
  },
};

/** Text. */
export const Text: Story = {
  args: {
    state: {
      status: 'ready',
      preview: { type: 'text', text: 'Three files go to the bin. They can be brought back for 30 days.' },
    },
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/Three files/)).toBeVisible();
  },
};

/** The preview is being computed. */
export const Loading: Story = {
  args: { state: { status: 'loading' } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('figure')).toHaveAttribute('aria-busy', 'true');
  },
};

/** The preview failed or took too long. The call can be decided without it. */
export const Failed: Story = {
  args: { state: { status: 'failed', message: 'It took longer than 10 seconds.' }, onRetry: fn() },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }));

    await expect(args.onRetry).toHaveBeenCalledOnce();
  },
};

/** Narrow. */
export const Narrow: Story = {
  args: Diff.args ?? {},
  globals: { viewport: { value: 'narrow' } },
  play: async ({ canvas, canvasElement }) => {
    await expect(await canvas.findByText('3 lines added, 3 removed')).toBeVisible();
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth);
  },
};

/** Right to left. Code keeps its own direction. */
export const RightToLeft: Story = {
  args: DiffSideBySide.args ?? {},
  globals: { language: 'ar' },
  play: async ({ canvas, canvasElement }) => {
    // Until the lines are compared, the same text is shown as plain text.
    const [line] = await canvas.findAllByText(/import/, { selector: 'code *, code' }, { timeout: 10_000 });
    await expect(line?.closest('code')).toHaveAttribute('dir', 'ltr');
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth);
  },
};
