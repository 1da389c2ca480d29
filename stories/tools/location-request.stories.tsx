import type { Meta, StoryObj } from '@storybook/react-vite';
import { LocationRequest, locationRequest, Thread } from 'countersign/components';
import { expect, spyOn } from 'storybook/test';
import { runOf, setUpRun, showRun } from '../support/index.js';
import { externalToolScript, historyOf } from './external-tool-script.js';

const begin = setUpRun(
  externalToolScript({
    title: 'Find out where you are',
    input: { reason: 'To find a bakery near you.' },
    clientTool: { render: LocationRequest },
  }),
);

/** Replaces the browser's API, which would ask for permission. */
function stubGeolocation(answers: Geolocation['getCurrentPosition']): () => void {
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

/** Explains its purpose, and asks the browser only after a press. */
export const Asking: Story = {
  beforeEach: begin,
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('group', { name: 'To find a bakery near you.' })).toBeVisible();
    await expect(canvas.getByRole('radio', { name: /Rounded/ })).toBeChecked();
  },
};

/** The exact position is selected by default, for an app that needs it. */
export const ExactAtFirst: Story = {
  beforeEach: setUpRun(
    externalToolScript({
      title: 'Find out where you are',
      input: { reason: 'To send the ambulance.' },
      clientTool: { render: locationRequest({ precision: 'exact' }) },
    }),
  ),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('radio', { name: 'Exact' })).toBeChecked();
  },
};

/** The browser is determining the position. */
export const Waiting: Story = {
  beforeEach: async (context) => {
    const restore = stubGeolocation(() => undefined);
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

/** The browser denied access. The card says what to do. */
export const Denied: Story = {
  beforeEach: async (context) => {
    const restore = stubGeolocation((_, failed) => failed?.({ code: 1 } as GeolocationPositionError));
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

/** The position, rounded to about a kilometer unless the user chooses otherwise. */
export const Found: Story = {
  beforeEach: async (context) => {
    const coords = { latitude: 52.51634, longitude: 13.37772, accuracy: 20 };
    const restore = stubGeolocation((found) => found({ coords } as GeolocationPosition));
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
