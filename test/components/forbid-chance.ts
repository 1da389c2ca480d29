import { onTestFinished, vi } from 'vitest';

/** The functions that must not be called, by their owner. */
const chances: readonly (readonly [object, string])[] = [
  [Date, 'now'],
  [performance, 'now'],
  [Math, 'random'],
  [crypto, 'randomUUID'],
  [crypto, 'getRandomValues'],
];

/**
 * Makes clock and random functions throw until the test ends, and returns the list of callers. A prerendered
 * page must not call them, because every visitor would get the first result. React's own calls are allowed. An
 * error boundary may swallow the error, so the list is what counts.
 */
export function forbidChance(): readonly string[] {
  const asked: string[] = [];
  const refuse = (what: string): void => {
    // The stack begins with the error, this function, and the replacement function.
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
