import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LocationRequest, locationRequest } from '../../../src/components/index.js';
import { button, holdNextAnswer, showTool } from './support.js';

const coords = { latitude: 52.51634, longitude: -13.37772, accuracy: 20 };

interface Browser {
  readonly asked: readonly PositionOptions[];
  readonly find: () => void;
  readonly refuse: (code: number) => void;
}

/** Replaces the browser's API, which would ask for permission. */
function stubGeolocation(): Browser {
  const asked: PositionOptions[] = [];
  const open: (readonly [PositionCallback, PositionErrorCallback])[] = [];
  const ask: Geolocation['getCurrentPosition'] = (found, failed, options) => {
    asked.push(options ?? {});
    open.push([found, failed ?? (() => undefined)]);
  };
  vi.spyOn(navigator, 'geolocation', 'get').mockReturnValue({ getCurrentPosition: ask } as Geolocation);
  return {
    asked,
    find: () => open.at(-1)?.[0]({ coords } as GeolocationPosition),
    refuse: (code) => open.at(-1)?.[1]({ code } as GeolocationPositionError),
  };
}

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('LocationRequest', () => {
  it('says why, and asks the browser only after a press', async () => {
    const { asked } = stubGeolocation();
    showTool(LocationRequest, { reason: 'To find a bakery near you.' });
    expect(screen.getByRole('group', { name: 'To find a bakery near you.' })).toBeVisible();
    expect(asked).toEqual([]);

    await userEvent.click(button('Share my location'));

    expect(asked).toEqual([{ enableHighAccuracy: false, timeout: 30_000, maximumAge: 0 }]);
    expect(button('Share my location')).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByRole('status')).toHaveTextContent('Your browser finds out where you are.');
  });

  it('tells the rounded location unless the person chooses otherwise', async () => {
    const { find } = stubGeolocation();
    const { submit } = showTool(LocationRequest);

    await userEvent.click(button('Share my location'));
    find();

    await vi.waitFor(() =>
      expect(submit.mock.calls).toEqual([[{ latitude: 52.52, longitude: -13.38, accuracy: 1000 }]]),
    );
  });

  it('tells the exact location to whom chose that, by keyboard', async () => {
    const { find, asked } = stubGeolocation();
    const { submit } = showTool(locationRequest({ timeout: 5_000 }));

    screen.getByRole('radio', { name: /Rounded/ }).focus();
    await userEvent.keyboard('{ArrowDown}');
    await userEvent.click(button('Share my location'));
    find();

    await vi.waitFor(() => expect(submit.mock.calls).toEqual([[coords]]));
    expect(asked).toEqual([{ enableHighAccuracy: true, timeout: 5_000, maximumAge: 0 }]);
  });

  it.each([
    { code: 1, state: 'denied', words: /did not allow it/, told: /permission was refused/ },
    { code: 2, state: 'unavailable', words: /could not find out/, told: /device could not/ },
    { code: 3, state: 'timeout', words: /took too long/, told: /took too long/ },
  ])('says clearly what is wrong ($state), tries again, or tells the model', async ({ code, state, words, told }) => {
    const { refuse, asked } = stubGeolocation();
    const { submit, fail } = showTool(LocationRequest);

    await userEvent.click(button('Share my location'));
    refuse(code);
    const problem = await screen.findByRole('alert');
    expect(problem).toHaveTextContent(words);
    expect(problem).toHaveAttribute('data-state', state);
    await userEvent.click(button('Try again'));
    expect(asked).toHaveLength(2);
    expect(screen.queryByRole('alert')).toBeNull();
    refuse(code);
    await screen.findByRole('alert');
    await userEvent.click(button('Answer that it is not available'));

    expect(fail.mock.calls).toEqual([[expect.stringMatching(told)]]);
    expect(submit).not.toHaveBeenCalled();
  });

  it('says so where the page cannot ask at all', async () => {
    vi.spyOn(navigator, 'geolocation', 'get').mockReturnValue(undefined as unknown as Geolocation); // like a page without https
    showTool(LocationRequest);

    await userEvent.click(button('Share my location'));

    expect(await screen.findByRole('alert')).toHaveAttribute('data-state', 'unsupported');
  });

  it('tells nothing to whom said no while the browser was asking', async () => {
    const { find } = stubGeolocation();
    const { submit, fail } = showTool(LocationRequest);
    fail.mockRejectedValueOnce(new Error('storage is full'));
    await userEvent.click(button('Share my location'));

    await userEvent.click(button('Not now'));
    await screen.findByRole('alert');
    find();

    expect(await screen.findByRole('button', { name: 'Share my location' })).not.toHaveAttribute('aria-disabled');
    expect(submit).not.toHaveBeenCalled();
  });

  it('tells nothing once the call is withdrawn', async () => {
    const { find } = stubGeolocation();
    const { submit, unmount } = showTool(LocationRequest);
    await userEvent.click(button('Share my location'));

    unmount();
    find();
    await Promise.resolve();

    expect(submit).not.toHaveBeenCalled();
  });

  it('keeps the choice while an answer is on its way', async () => {
    const { find } = stubGeolocation();
    const { submit } = showTool(LocationRequest);
    holdNextAnswer(submit);
    await userEvent.click(button('Share my location'));
    find();
    await vi.waitFor(() => expect(submit).toHaveBeenCalled());

    await userEvent.click(screen.getByRole('radio', { name: /Exact/ }));

    expect(screen.getByRole('radio', { name: /Rounded/ })).toBeChecked();
  });
});
