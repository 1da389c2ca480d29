'use client';
import { type ReactElement, type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { focusComposer } from '../composer/focus-composer.js';
import { AsideContext } from './aside-context.js';

/** Props of {@link AsideProvider}. */
interface AsideProviderProps {
  /** A chat whose `aside` is a {@link PreviewAside}, or cards and a panel of your own. */
  readonly children?: ReactNode;
}

/**
 * Lets cards and calls inside open their preview or result in a panel. Without it, they offer no such button.
 *
 * @example <AsideProvider><AgentChat run={run} aside={<PreviewAside run={run} />} /></AsideProvider>
 */
export function AsideProvider({ children }: AsideProviderProps): ReactElement {
  const panelId = useId();
  const [opened, setOpened] = useState<string>();
  const origin = useRef<HTMLElement>(null);
  const control = useMemo(
    () => ({
      panelId,
      opened,
      open: (toolCallId: string, opener: HTMLElement): void => {
        origin.current = opener;
        setOpened(toolCallId);
      },
      close: (panel: HTMLElement): void => {
        if (origin.current?.isConnected === true) origin.current.focus();
        else focusComposer(panel);
        setOpened(undefined);
      },
    }),
    [panelId, opened],
  );
  return <AsideContext.Provider value={control}>{children}</AsideContext.Provider>;
}
