import type { Meta, StoryObj } from '@storybook/react-vite';
import { ClientTool, ClientToolOutlet, Confirm, Thread } from 'countersign/components';
import { expect } from 'storybook/test';
import { partsOf, runOf, setUpRun, showRun } from '../support/index.js';
import { externalToolScript, historyOf } from './external-tool-script.js';

const meta: Meta = {
  title: 'Client tools/Confirm',
  component: Confirm,
  subcomponents: { ...partsOf('ClientTool', ClientTool), ClientToolOutlet },
  render: showRun((run) => <Thread run={run} />),
};
export default meta;

type Story = StoryObj;

const confirm = (input: Readonly<Record<string, string>>) =>
  setUpRun(externalToolScript({ title: 'Ask before publishing', input, clientTool: { render: Confirm } }));

/** The model asks a yes-or-no question, and the user may add a reason. This does not replace an approval. */
export const Question: Story = {
  beforeEach: confirm({ question: 'Publish the page now?', detail: 'It is read by about 40 people a day.' }),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Publish the page now?')).toBeVisible();
    await expect(canvas.getByRole('textbox', { name: 'Reason (optional)' })).toBeVisible();
  },
};

/** The answer and its reason were sent to the model. */
export const Answered: Story = {
  ...Question,
  play: async ({ canvas, loaded, userEvent }) => {
    await userEvent.type(await canvas.findByRole('textbox', { name: 'Reason (optional)' }), 'After lunch');
    await userEvent.click(canvas.getByRole('button', { name: 'No' }));

    await expect(await historyOf(runOf({ loaded }))).toContain('{"confirmed":false,"reason":"After lunch"}');
  },
};

/** The model chose the labels of the buttons, and requests no reason. */
export const OwnWords: Story = {
  beforeEach: confirm({ question: 'Which one?', yes: 'The left one', no: 'The right one', reason: 'none' }),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: 'The left one' })).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'The right one' })).toBeVisible();
    await expect(canvas.queryByRole('textbox')).toBeNull();
  },
};

/** Hostile text stays text. */
export const HostileText: Story = {
  beforeEach: confirm({ question: '<img src=x onerror="alert(1)"> Sure?', detail: '<b>bold</b>' }),
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getAllByText(/<img src=x/)[0]).toBeVisible();
    await expect(canvasElement.querySelector('img, b')).toBeNull();
  },
};
