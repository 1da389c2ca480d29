const isWhole = process.env.COUNTERSIGN_ALL === '1';

/**
 * Returns how many random cases a test tries: all of them in `npm run test:all`, and a tenth otherwise, with a
 * fixed seed.
 */
export function randomCases(count: number): number {
  return isWhole ? count : Math.ceil(count / 10);
}
