import type { Meta, StoryObj } from '@storybook/react-vite';
import { LocationRequest, locationRequest, Thread } from 'countersign/components';
import { expect, spyOn } from 'storybook/test';
import { given, runOf, showRun } from '../support/index.js';
import { asking, historyOf } from './asking.js';

const begin = given(
  asking({
    title: 'Find out where you are',
    input: { reason: 'To find a bakery near you.' },
    clientTool: { render: LocationRequest },
  }),
);

/** Stands in for the browser, which would ask a person. */
function browserThat(answers: Geolocation['getCurrentPosition']): () => void {
  const spy = spyOn(navigator, 'geolocation', 'get');
  spy.mockReturnValue({ getCurrentPosition: answers } as Geolocation);
  return () => spy.mockRestore();
}

const meta: Meta = {
  title: 'Client tools/LocationRequest',
  component: LocationRequest,
  argTypes: { precision: { control: false } },
  render: showRun((run) => <Thread run={run} />),
};
export default meta;

type Story = StoryObj;

/** It says why, and asks the browser only after a press. */
export const Asking: Story = {
  beforeEach: begin,
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('group', { name: 'To find a bakery near you.' })).toBeVisible();
    await expect(canvas.getByRole('radio', { name: /Rounded/ })).toBeChecked();
  },
};

/** An app that needs the exact place may choose it at first. */
export const ExactAtFirst: Story = {
  beforeEach: given(
    asking({
      title: 'Find out where you are',
      input: { reason: 'To send the ambulance.' },
      clientTool: { render: locationRequest({ precision: 'exact' }) },
    }),
  ),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('radio', { name: 'Exact' })).toBeChecked();
  },
};

/** The browser looks for it. */
export const Waiting: Story = {
  beforeEach: async (context) => {
    const restore = browserThat(() => undefined);
    const dispose = await begin(context);
    return () => {
      dispose();
      restore();
    };
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Share my location' }));

    await expect(canvas.getByRole('button', { name: 'Share my location' })).toHaveAttribute('aria-disabled', 'true');
  },
};

/** The browser does not allow it: what to do is said. */
export const Denied: Story = {
  beforeEach: async (context) => {
    const restore = browserThat((_, failed) => failed?.({ code: 1 } as GeolocationPositionError));
    const dispose = await begin(context);
    return () => {
      dispose();
      restore();
    };
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Share my location' }));

    await expect(await canvas.findByRole('alert')).toHaveTextContent('The browser did not allow it.');
    await expect(canvas.getByRole('button', { name: 'Try again' })).toBeVisible();
  },
};

/** Found: rounded to about a kilometre unless the person chooses otherwise. */
export const Found: Story = {
  beforeEach: async (context) => {
    const coords = { latitude: 52.51634, longitude: 13.37772, accuracy: 20 };
    const restore = browserThat((found) => found({ coords } as GeolocationPosition));
    const dispose = await begin(context);
    return () => {
      dispose();
      restore();
    };
  },
  play: async ({ canvas, loaded, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Share my location' }));

    await expect(await historyOf(runOf({ loaded }))).toContain('"latitude":52.52');
  },
};
