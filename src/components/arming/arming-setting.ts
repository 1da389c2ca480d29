/** Shared by all copies of the package in a page: a test kit from one disarms the buttons of another. */
const key = Symbol.for('countersign.arming');

interface ArmingSetting {
  /** How many ask for buttons that take every press at once. */
  disarmed: number;
  readonly listeners: Set<() => void>;
}

function setting(): ArmingSetting {
  const holder = globalThis as { [key]?: ArmingSetting };
  holder[key] ??= { disarmed: 0, listeners: new Set() };
  return holder[key];
}

/** Whether approve buttons take a press at once, as tests want it. */
export function isDisarmed(): boolean {
  return setting().disarmed > 0;
}

/** Lets approve buttons take each press at once, until the returned function is called. */
export function disarm(): () => void {
  change(1);
  let undone = false;
  return () => {
    if (!undone) change(-1);
    undone = true;
  };
}

/** Calls back when arming is switched off or on. */
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
