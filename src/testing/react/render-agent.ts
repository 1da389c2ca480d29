import { createElement, type ReactNode, StrictMode, useEffect } from 'react';
import { type UseAgentRunOptions, type UseAgentRunResult, useAgentRun } from '../../hooks/use-agent-run.js';

/** The part of `createRoot` of `react-dom/client` that is used. */
export type CreateRoot = (container: Element) => {
  readonly render: (node: ReactNode) => void;
  readonly unmount: () => void;
};

/** Settings of {@link renderAgent}. */
export interface RenderAgentSettings {
  /** A parameter, so that this package does not depend on a renderer. */
  readonly createRoot: CreateRoot;
  /** `strict`: React mounts, unmounts and mounts again. Default: `plain`. */
  readonly mode?: 'strict' | 'plain';
}

/** A component that only calls `useAgentRun`, and controls for a test. */
export interface RenderedAgent<DEPS, OUTPUT> {
  /** The result of the hook at its last render. */
  readonly run: UseAgentRunResult;
  /** The number of renders. */
  readonly renders: number;
  /** Renders with other options, or again with the same. Resolves when React has committed. */
  readonly rerender: (options?: UseAgentRunOptions<DEPS, OUTPUT>) => Promise<void>;
  /** Unmounts the component. A run without a key stops one macrotask later. */
  readonly unmount: () => void;
}

/**
 * Renders `useAgentRun` in a component of its own, to test it with React: StrictMode, new options during a batch,
 * unmounting. Needs a document.
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
  const restoreAct = silenceAct();
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
        throw new Error(
          'The component has not rendered, so there is no result. An error boundary or the console shows the reason.',
        );
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
      restoreAct();
    },
  };
}

/** React's global switch for `act` warnings, which test libraries set. */
const react: { IS_REACT_ACT_ENVIRONMENT?: boolean | undefined } = globalThis as object;
let silenced = 0;
let before: boolean | undefined;

/**
 * Disables the `act` warning until the last component is unmounted: a run renders when its model answers, which a test
 * cannot wrap in `act`. Testing Library sets the switch itself during its own work.
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
