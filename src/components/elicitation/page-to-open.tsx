'use client';
import { type ReactElement, type ReactNode, useState } from 'react';
import { elicitationStrings } from '../../words/english/tools.js';
import { useWords } from '../strings-provider.js';
import * as ClientTool from '../tools/client-tool.parts.js';
import { DeceptiveText } from '../value/marked-text.js';

/** Props of {@link PageToOpen}. */
interface PageToOpenProps {
  readonly url: string;
  /** The buttons to decline and cancel. */
  readonly refusals: ReactNode;
}

/**
 * A page that a server wants opened: its full address, and a link. Nothing of it is loaded, and it learns nothing about
 * this page. The answer only says that it was opened.
 */
export function PageToOpen({ url, refusals }: PageToOpenProps): ReactElement {
  const strings = useWords(elicitationStrings);
  const [isOpened, setOpened] = useState(false);
  const target = openableUrl(url);
  const open = (): void => setOpened(true);
  return (
    <>
      <ClientTool.Body>
        <p data-cs="client-tool-text">
          {target === undefined ? strings.noPage : strings.leadsTo}{' '}
          {target === undefined ? null : (
            <strong dir="ltr" data-cs="page-host" translate="no">
              <DeceptiveText text={target.host} kind="host" />
            </strong>
          )}
        </p>
        <p data-cs="client-tool-note" dir="ltr">
          <DeceptiveText text={target?.href ?? url} />
        </p>
        {target === undefined ? null : (
          <p data-cs="client-tool-text">
            <a
              data-cs="link"
              href={target.href}
              target="_blank"
              rel="noopener noreferrer"
              onClick={open}
              onAuxClick={open}
            >
              {strings.open}
            </a>
          </p>
        )}
        {isOpened ? (
          <p data-cs="client-tool-note" role="status">
            {strings.opened}
          </p>
        ) : null}
      </ClientTool.Body>
      <ClientTool.Problem />
      <ClientTool.Actions>
        {isOpened ? <ClientTool.Submit value={{ action: 'accept' }}>{strings.done}</ClientTool.Submit> : null}
        {refusals}
      </ClientTool.Actions>
    </>
  );
}

/**
 * Returns a web address; `undefined` for others, and for one with a user name before its host, which could be mistaken
 * for the host.
 */
function openableUrl(text: string): URL | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.username === '' && url.password === '' ? url : undefined;
}
