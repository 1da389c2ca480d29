'use client';
import type { ComponentProps, ReactElement } from 'react';
import { AsideClose, AsideContent, type AsideContentProps, AsideTitle } from './aside-parts.js';
import { AsideRoot } from './aside-root.js';

/** Props of {@link PreviewAside}. */
type PreviewAsideProps = Pick<ComponentProps<typeof AsideRoot>, 'run' | 'className'> &
  Pick<AsideContentProps, 'renderResult'>;

/**
 * The panel beside a chat for the preview or result of a call: opened from its card or its line, and closed by `Esc`.
 * It is made of the parts in `Aside` only.
 *
 * @example <AsideProvider><AgentChat run={run} aside={<PreviewAside run={run} />} /></AsideProvider>
 */
export function PreviewAside({ renderResult, ...props }: PreviewAsideProps): ReactElement {
  return (
    <AsideRoot {...props}>
      <header data-cs="aside-head">
        <AsideTitle />
        <AsideClose />
      </header>
      <AsideContent renderResult={renderResult} />
    </AsideRoot>
  );
}
