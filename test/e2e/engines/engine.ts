/** A point of the page, in pixels from the top left of its window. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Keys that are no characters, by their names in WebDriver. */
export const keys = { Enter: '\uE007', Escape: '\uE00C', Shift: '\uE008', ArrowUp: '\uE013' } as const;

/** A tab in which a person does something. */
export interface Tab {
  goto(url: string): Promise<void>;
  /** What an expression is worth in the page. It has to be JSON. */
  evaluate(expression: string): Promise<unknown>;
  click(at: Point): Promise<void>;
  /** Presses and releases keys, one after the other; those in `held` are down all the while. */
  press(characters: string, held?: string): Promise<void>;
  /**
   * The process of its page ends at once, and with it what the page was about to do. `undefined`: nobody can make it.
   */
  readonly crash?: () => Promise<void>;
  close(): Promise<void>;
}

/** A browser with a profile of its own. */
export interface Engine {
  /** Name and version, as the browser says them. */
  readonly version: string;
  /** Opens another tab, in front. `undefined`: its driver shows one alone. */
  readonly open?: () => Promise<Tab>;
  readonly tab: Tab;
  close(): Promise<void>;
}

/** An engine that cannot be had here, and why. */
export interface Missing {
  readonly missing: string;
}

/** The actions of WebDriver, which BiDi has as well. */
export function clickActions({ x, y }: Point): readonly object[] {
  const actions = [
    { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ];
  return [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }];
}

/** See {@link Tab.press}. */
export function keyActions(characters: string, held = ''): readonly object[] {
  const down = [...held].map((value) => ({ type: 'keyDown', value }));
  const up = [...held].reverse().map((value) => ({ type: 'keyUp', value }));
  const typed = [...characters].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]);
  return [{ type: 'key', id: 'keyboard', actions: [...down, ...typed, ...up] }];
}
