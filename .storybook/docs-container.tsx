import { DocsContainer, type DocsContainerProps } from '@storybook/addon-docs/blocks';
import type { PropsWithChildren, ReactElement } from 'react';

/** Puts each page into the main landmark. */
export function PageContainer({ children, ...props }: PropsWithChildren<DocsContainerProps>): ReactElement {
  return (
    <DocsContainer {...props}>
      <main>{children}</main>
    </DocsContainer>
  );
}
