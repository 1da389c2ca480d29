import type { KeyboardEvent } from 'react';

/** For the `onKeyDown` of what approves: a key that is held down presses again and again, by itself. */
export function ignoreHeldKey(event: KeyboardEvent): void {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
}
