import { onTestFinished, vi } from 'vitest';

/** What may not be asked, by its owner. */
const chances: readonly (readonly [object, string])[] = [
  [Date, 'now'],
  [performance, 'now'],
  [Math, 'random'],
  [crypto, 'randomUUID'],
  [crypto, 'getRandomValues'],
];

/**
 * Makes the clock and chance throw until the test is over, and gives who asked. A page that is made ahead may not ask
 * them: each visitor would be given the answer of the first. React, which marks its own work, is not meant. A boundary
 * may swallow what is thrown, so that the list counts.
 */
export function forbidChance(): readonly string[] {
  const asked: string[] = [];
  const refuse = (what: string): void => {
    // Above the caller stand the error itself, this function, and what stands in for the function.
    const [caller = ''] = (new Error().stack ?? '').split('\n').slice(3);
    if (/\/node_modules\/(?:react|react-dom|scheduler)\//.test(caller)) return;
    asked.push(`${what} ${caller.trim()}`);
    throw new Error(`${what} is asked for while a page is made ahead,${caller}.`);
  };
  for (const [owner, name] of chances) {
    const original: unknown = Reflect.get(owner, name);
    if (typeof original !== 'function') throw new Error(`Nothing is called ${name}.`);
    Reflect.set(owner, name, (...args: readonly unknown[]) => {
      refuse(name);
      return Reflect.apply(original, owner, args);
    });
    onTestFinished(() => void Reflect.set(owner, name, original));
  }
  const now = new Proxy(Date, {
    construct(target, args) {
      if (args.length === 0) refuse('new Date()');
      return Reflect.construct(target, args) as Date;
    },
    apply() {
      refuse('Date()');
      return '';
    },
  });
  vi.stubGlobal('Date', now);
  onTestFinished(() => void vi.unstubAllGlobals());
  return asked;
}
