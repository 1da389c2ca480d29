// The docs are being rewritten. Once every page of the sidebar is there, and the old ones are gone, this file goes, and
// what it lists is checked like everything else.
import { navigation } from '../../.docs/navigation.js';

/** Pages that are replaced. No rule reads them. */
export const replaced: readonly string[] = [
  'docs/approvals.md',
  'docs/coming-from-llm-do.md',
  'docs/coming-from-pydantic-ai.md',
  'docs/durable.md',
  'docs/errors.md',
  'docs/first-app.md',
  'docs/own-components.md',
  'docs/persistence.md',
  'docs/recipes.md',
  'docs/remote-agents.md',
  'docs/runs.md',
  'docs/security.md',
  'docs/server.md',
  'docs/testing.md',
  'docs/ui.md',
];

/** Pages that are being written. Links to them are not followed. */
export const awaited: readonly string[] = navigation.flatMap(({ pages }) => pages.map((path) => `docs/${path}`));
