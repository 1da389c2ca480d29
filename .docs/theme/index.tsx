import { Layout as OriginalLayout } from '@rspress/core/theme-original';
import type { ReactElement } from 'react';
import { VersionMenu } from './version-menu';

export * from '@rspress/core/theme-original';

/** The layout of every page: Rspress's own, with the version beside the title. */
export function Layout(): ReactElement {
  return <OriginalLayout afterNavTitle={<VersionMenu />} />;
}
