import type { Meta, StoryObj } from '@storybook/react-vite';
import { AgentChat, Suggestion, SuggestionList } from 'countersign/components';
import { expect, fn, within } from 'storybook/test';
import { partsOf, runOf, setUpRun, showRun } from '../support/index.js';

const suggestions = ['What can you do?', 'Find what nobody has opened since March', 'Tidy up my notes'];

const meta: Meta<typeof SuggestionList> = {
  title: 'Chat/SuggestionList',
  component: SuggestionList,
  subcomponents: partsOf('Suggestion', Suggestion),
  args: { suggestions },
  argTypes: { suggestions: { control: false } },
  render: showRun((run, args) => <SuggestionList {...args} run={run} />),
};
export default meta;

type Story = StoryObj<typeof SuggestionList>;

/** A list of first messages. */
export const ToBeginWith: Story = {
  beforeEach: setUpRun({ say: null }),
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole('button')).toHaveLength(3);
  },
};

/**
 * A function of the app chooses the suggestions while no run is active. Here a press calls the app instead of
 * sending a message.
 */
export const WhatFits: Story = {
  args: { suggestions: (messages) => [`Say more about message ${messages.length}`, 'Thank you'], onPick: fn() },
  beforeEach: setUpRun({ turns: ['It is tidy.'], until: 'idle' }),
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Say more about message 2' }));

    await expect(args.onPick).toHaveBeenCalledWith('Say more about message 2');
  },
};

/** A long suggestion wraps, also on a phone. */
export const Narrow: Story = {
  args: { suggestions: [...suggestions, 'Go through all of my folders, and tell me of each file what it is good for'] },
  globals: { viewport: { value: 'narrow' } },
  beforeEach: setUpRun({ say: null }),
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getAllByRole('button')).toHaveLength(4);
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth);
  },
};

/** The parts, with more content than the text of a suggestion. */
export const OwnParts: Story = {
  render: showRun((run) => (
    <Suggestion.Root run={run} suggestions={suggestions}>
      {(text) => (
        <Suggestion.Item text={text}>
          <strong>{text.split(' ')[0]}</strong> {text.split(' ').slice(1).join(' ')}
        </Suggestion.Item>
      )}
    </Suggestion.Root>
  )),
  beforeEach: setUpRun({ say: null }),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Tidy').localName).toBe('strong');
  },
};

/** In a chat, above the composer: a press sends the suggestion and moves the focus to the composer. */
export const InAChat: Story = {
  parameters: { fills: true },
  render: showRun((run) => (
    <AgentChat run={run} title="Workspace" aboveComposer={<SuggestionList run={run} suggestions={suggestions} />} />
  )),
  beforeEach: setUpRun({ say: null, turns: ['I can tidy up.'] }),
  play: async ({ canvas, loaded, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'What can you do?' }));

    await runOf({ loaded }).until(({ status }) => status === 'idle');
    await expect(await within(canvas.getByRole('log')).findByText('I can tidy up.')).toBeVisible();
    await expect(canvas.getByRole('textbox', { name: 'Message' })).toHaveFocus();
  },
};
