import { createElement, type ReactNode, StrictMode, useEffect } from 'react';
import { type UseAgentRunOptions, type UseAgentRunResult, useAgentRun } from '../../hooks/use-agent-run.js';

/** `createRoot` of `react-dom/client`, as far as it is needed. */
export type CreateRoot = (container: Element) => {
  readonly render: (node: ReactNode) => void;
  readonly unmount: () => void;
};

/** How {@link renderAgent} renders. */
export interface RenderAgentSettings {
  /** Passed in, so that this package depends on no renderer. */
  readonly createRoot: CreateRoot;
  /** `strict`: React mounts, unmounts and mounts again. Default: `plain`. */
  readonly mode?: 'strict' | 'plain';
}

/** A component that only calls `useAgentRun`, and what a test does to it. */
export interface RenderedAgent<DEPS, OUTPUT> {
  /** What the hook gave at its last rendering. */
  readonly run: UseAgentRunResult;
  /** How often it rendered. */
  readonly renders: number;
  /** Renders with other options, or again with the same. Resolves when React has committed it. */
  readonly rerender: (options?: UseAgentRunOptions<DEPS, OUTPUT>) => Promise<void>;
  /** Takes the component away: a run without a key stops one macrotask later. */
  readonly unmount: () => void;
}

/**
 * Renders `useAgentRun` in a component of its own, to try what React does to it: StrictMode, new options in the middle of a
 * batch, unmounting. Needs a document.
 *
 * @example
 * const screen = await renderAgent({ agent }, { createRoot, mode: 'strict' });
 * screen.run.start('Delete a.txt');
 * await expectBatch(screen.run).approve('Delete a.txt').settled();
 */
export async function renderAgent<DEPS, OUTPUT>(
  options: UseAgentRunOptions<DEPS, OUTPUT>,
  { createRoot, mode = 'plain' }: RenderAgentSettings,
): Promise<RenderedAgent<DEPS, OUTPUT>> {
  const speakAgain = silenceAct();
  const root = createRoot(document.createElement('div'));
  let latest: UseAgentRunResult | undefined;
  let renders = 0;
  let current = options;
  function Probe({ given, onCommit }: { given: typeof options; onCommit: () => void }): ReactNode {
    latest = useAgentRun(given);
    renders += 1;
    useEffect(onCommit, [onCommit]);
    return null;
  }
  const render = (): Promise<void> =>
    new Promise((onCommit) => {
      const probe = createElement(Probe, { given: current, onCommit });
      root.render(mode === 'strict' ? createElement(StrictMode, null, probe) : probe);
    });
  await render();
  return {
    get run() {
      if (latest === undefined)
        throw new Error('The component has not rendered: an error boundary or the console says why.');
      return latest;
    },
    get renders() {
      return renders;
    },
    rerender: (next = current) => {
      current = next;
      return render();
    },
    unmount: () => {
      root.unmount();
      speakAgain();
    },
  };
}

/** React's own switch, which test libraries set. */
const react: { IS_REACT_ACT_ENVIRONMENT?: boolean | undefined } = globalThis as object;
let silenced = 0;
let before: boolean | undefined;

/**
 * A run renders when its model answers, which no test can wrap in `act`: React is told that nobody does, until the last component is
 * gone. What Testing Library does sets the switch for itself.
 */
function silenceAct(): () => void {
  if (silenced === 0) before = react.IS_REACT_ACT_ENVIRONMENT;
  silenced += 1;
  react.IS_REACT_ACT_ENVIRONMENT = false;
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    silenced -= 1;
    if (silenced === 0) react.IS_REACT_ACT_ENVIRONMENT = before;
  };
}
