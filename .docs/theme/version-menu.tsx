import { withBase } from '@rspress/core/runtime';
import { type ReactElement, useState } from 'react';

/** The version of the package that the pages describe. It is set by the build. */
declare const docsVersion: string;

/** The version of the site, and the other versions beside it, which `versions.json` one folder above lists. */
export function VersionMenu(): ReactElement {
  const [others, setOthers] = useState<readonly string[]>();
  const load = async (): Promise<void> => {
    if (others !== undefined) return;
    try {
      const response = await fetch(withBase('/../versions.json'));
      const listed: readonly string[] = response.ok ? await response.json() : [];
      setOthers(listed.filter((version) => version !== docsVersion));
    } catch {
      setOthers([]);
    }
  };
  return (
    <details className="versions" onToggle={(event) => void (event.currentTarget.open && load())}>
      <summary aria-label={`Version ${docsVersion}`}>{docsVersion}</summary>
      <ul>
        {others?.map((version) => (
          <li key={version}>
            <a href={withBase(`/../${version}/index.html`)}>{version}</a>
          </li>
        ))}
        <li>
          <a href={withBase('/changelog.html')}>Changelog</a>
        </li>
      </ul>
    </details>
  );
}
