import 'countersign/styles.css';
import './page.css';
import type { ReactElement, ReactNode } from 'react';

export const metadata = { title: 'Notes', icons: { icon: 'data:,' } };

export default function Layout({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
