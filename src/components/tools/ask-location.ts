import type { LocationProblem } from './tools-strings.js';

/** How precisely a location is told: `rounded` to two decimals, about a kilometre. */
export type LocationPrecision = 'exact' | 'rounded';

/** What {@link LocationRequest} gives, in degrees; `accuracy` is a radius in metres. */
export type LocationOutput = Readonly<{ latitude: number; longitude: number; accuracy: number }>;

/** What became of asking the browser. */
export type LocationFound =
  | { readonly status: 'found'; readonly location: LocationOutput }
  | { readonly status: LocationProblem };

const problems: Readonly<Record<number, LocationProblem>> = { 1: 'denied', 2: 'unavailable', 3: 'timeout' };

/** Two decimals of a degree are up to 1.1 km, of which the half is lost at most. */
const roundedAccuracy = 1000;

/** Asks the browser, which may ask the person. `timeout` in ms counts from when they said yes. */
export function askLocation(precision: LocationPrecision, timeout: number): Promise<LocationFound> {
  return new Promise((resolve) => {
    const geolocation = navigator.geolocation as Geolocation | undefined; // missing where a page is not served securely
    if (geolocation === undefined) return resolve({ status: 'unsupported' });
    geolocation.getCurrentPosition(
      ({ coords }) => resolve({ status: 'found', location: told(coords, precision) }),
      ({ code }) => resolve({ status: problems[code] ?? 'unavailable' }),
      { enableHighAccuracy: precision === 'exact', timeout, maximumAge: 0 },
    );
  });
}

function told({ latitude, longitude, accuracy }: LocationOutput, precision: LocationPrecision): LocationOutput {
  if (precision === 'exact') return { latitude, longitude, accuracy };
  return { latitude: rounded(latitude), longitude: rounded(longitude), accuracy: Math.max(accuracy, roundedAccuracy) };
}

function rounded(degrees: number): number {
  return Math.round(degrees * 100) / 100;
}
