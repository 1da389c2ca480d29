'use client';
import type { ReactElement, ReactNode } from 'react';
import { findDeceptiveText } from '../approval/deceptive/deceptive-text.js';
import { DeceptiveText } from '../components/value/marked-text.js';

/** Props of {@link SafeLink}. */
interface SafeLinkProps {
  /** The address that the model wrote. */
  readonly href: string;
  /** The text of the link, without marks. */
  readonly text: string;
  readonly children: ReactNode;
}

/**
 * A link that shows its host, unless its text does. Only web and plain mail addresses: anything else, such as a script,
 * is text.
 */
export function SafeLink({ href, text, children }: SafeLinkProps): ReactElement {
  const target = readTarget(href);
  const marks = findDeceptiveText(text, { maxScan: 2_000 });
  // Deceptive text is marked, instead of the formatted text.
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
  /** The identifying part: the host, or the mail address. */
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

/** Returns `true` when the text of the link already shows its destination. */
function saysWhere(text: string, { where }: Target): boolean {
  const [, said] = /^(?:(?:https?:\/\/|mailto:))?([^\s/?#\\]+)(?:[/?#]\S*)?$/i.exec(text.trim()) ?? [];
  return said?.toLowerCase() === where;
}
