import type { composeStory } from '@storybook/react-vite';
import axe, { type RuleObject } from 'axe-core';
import { configure } from 'storybook/test';
import { afterAll, afterEach, inject } from 'vitest';
import { storyChecks } from './story-checks.js';

// The default of one second is too short on a busy machine.
configure({ asyncUtilTimeout: 15_000 });

declare module 'vitest' {
  interface TestContext {
    /** The report of the Storybook plugin. Absent if it skipped the story. */
    readonly story?: ReturnType<typeof composeStory>;
  }
}

/** Returns the rules that a story turns on or off in `parameters.a11y.config.rules`. */
function switchedRules(rules: readonly { readonly id: string; readonly enabled?: boolean }[] = []): RuleObject {
  return Object.fromEntries(rules.map(({ id, enabled = true }) => [id, { enabled }]));
}

/** Switches the page to the other theme without a new render. */
function switchTheme(): string {
  const theme = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
  for (const element of document.querySelectorAll<HTMLElement>('[data-theme]')) element.dataset.theme = theme;
  return theme;
}

/**
 * Restores the clock. The clock of a story stands still until the next story begins, but Vitest requests this setup for
 * each file with the current time in the URL: with a standing clock, the next file would not get it.
 */
const { now } = Date;
afterAll(() => {
  Date.now = now;
});

/**
 * Checks the final state of a story in the other theme. The addon has checked its own theme. Only `npm run test:all`
 * does this.
 */
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
