import { createRootRoute, HeadContent, Scripts } from '@tanstack/react-router';
import styles from 'countersign/styles.css?url';
import type { ReactElement, ReactNode } from 'react';
import pageStyles from '../page.css?url';

export const Route = createRootRoute({
  head: () => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      { name: 'color-scheme', content: 'light dark' },
      { title: 'Notes' },
    ],
    // In the head, so that the first markup has its styles.
    links: [
      { rel: 'icon', href: 'data:,' },
      { rel: 'stylesheet', href: styles },
      { rel: 'stylesheet', href: pageStyles },
    ],
  }),
  shellComponent: Shell,
});

function Shell({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <html lang="en">
      <head>
        <HeadContent />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  );
}
