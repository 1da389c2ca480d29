'use client';
import type { ReactElement, ReactNode } from 'react';
import { findDeceptiveText } from '../approval/deceptive/deceptive-text.js';
import { DeceptiveText } from '../components/value/marked-text.js';

/** Props of {@link SafeLink}. */
export interface SafeLinkProps {
  /** Where the model says that it leads. */
  readonly href: string;
  /** What the model says about it, without marks. */
  readonly text: string;
  readonly children: ReactNode;
}

/**
 * A link that says where it leads, unless its text does. Only the web and plain addresses of mail: whatever else the model writes is
 * text, such as a script.
 */
export function SafeLink({ href, text, children }: SafeLinkProps): ReactElement {
  const target = readTarget(href);
  const marks = findDeceptiveText(text, { maxScan: 2_000 });
  // What does not look like what it is is marked, in place of what it was made to look like.
  const label = marks.length > 0 ? <DeceptiveText text={text} /> : <bdi>{children}</bdi>;
  if (target === undefined) return label;
  return (
    <>
      <a data-cs="link" href={target.href} target="_blank" rel="noopener noreferrer">
        {label}
      </a>
      {saysWhere(text, target) && marks.length === 0 ? null : (
        <>
          {' '}
          <span data-cs="link-host" translate="no" dir="ltr">
            (<DeceptiveText text={target.where} kind={target.kind} />)
          </span>
        </>
      )}
    </>
  );
}

interface Target {
  readonly href: string;
  /** What has to be known of it: the host, or the address of mail. */
  readonly where: string;
  readonly kind: 'host' | 'text';
}

function readTarget(href: string): Target | undefined {
  const [, mail] = /^mailto:([^?\s]+)$/i.exec(href) ?? [];
  if (mail !== undefined) return { href, where: mail, kind: 'text' };
  if (!/^https?:\/\//i.test(href) || !URL.canParse(href)) return undefined;
  const url = new URL(href);
  return { href: url.href, where: url.host, kind: 'host' };
}

/** Whether a person who reads the text knows where the link leads. */
function saysWhere(text: string, { where }: Target): boolean {
  const [, said] = /^(?:(?:https?:\/\/|mailto:))?([^\s/?#\\]+)(?:[/?#]\S*)?$/i.exec(text.trim()) ?? [];
  return said?.toLowerCase() === where;
}
