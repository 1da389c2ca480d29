import type { composeStory } from '@storybook/react-vite';
import axe, { type RuleObject } from 'axe-core';
import { configure } from 'storybook/test';
import { afterAll, afterEach, inject } from 'vitest';
import { storyChecks } from './story-checks.js';

// One second is short on a busy machine; what is waited for comes or does not.
configure({ asyncUtilTimeout: 15_000 });

declare module 'vitest' {
  interface TestContext {
    /** What the Storybook plugin has just run. Missing where it skipped the story. */
    readonly story?: ReturnType<typeof composeStory>;
  }
}

/** The rules that a story switches, as `parameters.a11y.config.rules` says it. */
function switchedRules(rules: readonly { readonly id: string; readonly enabled?: boolean }[] = []): RuleObject {
  return Object.fromEntries(rules.map(({ id, enabled = true }) => [id, { enabled }]));
}

/** Shows the page as the other theme has it, without rendering anything anew. */
function switchTheme(): string {
  const theme = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
  for (const element of document.querySelectorAll<HTMLElement>('[data-theme]')) element.dataset.theme = theme;
  return theme;
}

/**
 * A story's clock stands until the next story begins. This set-up is run anew for each file, which Vitest asks for by the time that it is:
 * on a clock that stands, the next file would have none.
 */
const { now } = Date;
afterAll(() => {
  Date.now = now;
});

/** The addon has checked the story in its own theme. `npm run test:all` checks the state that its `play` left in the other one, too. */
afterEach(async ({ story }) => {
  storyChecks.looked = storyChecks.played;
  const { a11y } = story?.parameters ?? {};
  if (a11y?.test !== 'error' || inject('slowTests') === 'thin') return;
  const theme = switchTheme();
  const rules = { region: { enabled: false }, ...switchedRules(a11y.config?.rules) };
  const { violations } = await axe.run(a11y.context ?? document.body, { ...a11y.options, rules });
  const told = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`).join('\n')}`,
  );
  if (told.length > 0) throw new Error(`axe found violations in the ${theme} theme:\n\n${told.join('\n\n')}`);
});
