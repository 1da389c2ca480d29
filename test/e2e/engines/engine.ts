/** A point of the page, in pixels from the top left of its window. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Keys without a character, by their names in WebDriver. */
export const keys = { Enter: '\uE007', Escape: '\uE00C', Shift: '\uE008', ArrowUp: '\uE013' } as const;

/** A tab with a user's actions. */
export interface Tab {
  goto(url: string): Promise<void>;
  /** Evaluates an expression in the page. The value has to be JSON. */
  evaluate(expression: string): Promise<unknown>;
  click(at: Point): Promise<void>;
  /** Presses and releases keys in sequence, while the keys in `held` are down. */
  press(characters: string, held?: string): Promise<void>;
  /** Ends the page's process immediately, together with its pending work. Absent if the driver cannot do that. */
  readonly crash?: () => Promise<void>;
  close(): Promise<void>;
}

/** A browser with a separate profile. */
export interface Engine {
  /** The name and version reported by the browser. */
  readonly version: string;
  /** Opens another tab in front. Absent if the driver supports one tab only. */
  readonly open?: () => Promise<Tab>;
  readonly tab: Tab;
  close(): Promise<void>;
}

/** An engine that is not available here, with the reason. */
export interface MissingEngine {
  readonly missing: string;
}

/** Returns a click as WebDriver actions, which BiDi also uses. */
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
