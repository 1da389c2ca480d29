import { type ClientToolExecute, ToolFailed } from 'countersign';

const reasons: Readonly<Record<number, string>> = {
  1: 'The user refused to share the location.',
  2: 'The device could not find out where it is.',
  3: 'Finding the location took too long.',
};

/** Asks the browser, which asks the person. */
export const locate: ClientToolExecute = (_input, { signal }) =>
  new Promise((resolve, reject) => {
    if (!('geolocation' in navigator)) return reject(new ToolFailed('This browser has no geolocation.'));
    signal.addEventListener('abort', () => reject(new ToolFailed('Stopped.')), { once: true });
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ latitude: coords.latitude, longitude: coords.longitude, accuracy: coords.accuracy }),
      ({ code, message }) => reject(new ToolFailed(reasons[code] ?? message)),
      { timeout: 30_000 },
    );
  });
