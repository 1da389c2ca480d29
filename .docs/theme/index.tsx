import { Layout as OriginalLayout } from '@rspress/core/theme-original';
import type { ReactElement } from 'react';
import { StaticAddress } from './static-address';
import { StoryFrames } from './story-frames';
import { VersionMenu } from './version-menu';

export * from '@rspress/core/theme-original';

/** The layout of every page: Rspress's own, with the version beside the title and stories in the theme of the page. */
export function Layout(): ReactElement {
  const effects = (
    <>
      <StoryFrames />
      <StaticAddress />
    </>
  );
  return <OriginalLayout afterNavTitle={<VersionMenu />} bottom={effects} />;
}
