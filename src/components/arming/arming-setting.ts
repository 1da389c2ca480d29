/** Shared by all copies of the package in a page: a test kit from one disarms the buttons of another. */
const key = Symbol.for('countersign.arming');

interface ArmingSetting {
  /** The number of callers that have disabled arming. */
  disarmed: number;
  readonly listeners: Set<() => void>;
}

function setting(): ArmingSetting {
  const holder = globalThis as { [key]?: ArmingSetting };
  holder[key] ??= { disarmed: 0, listeners: new Set() };
  return holder[key];
}

/** Returns `true` when tests have disabled arming, so that approve buttons accept a press at once. */
export function isDisarmed(): boolean {
  return setting().disarmed > 0;
}

/** Disables arming until the returned function is called. */
export function disarm(): () => void {
  change(1);
  let undone = false;
  return () => {
    if (!undone) change(-1);
    undone = true;
  };
}

/** Calls the listener when arming is disabled or enabled. */
export function subscribeToSetting(listener: () => void): () => void {
  const { listeners } = setting();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(by: number): void {
  const current = setting();
  current.disarmed += by;
  for (const listener of current.listeners) listener();
}
