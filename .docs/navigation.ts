/** A group of the sidebar, with the pages of `docs/` in reading order. */
export interface NavigationGroup {
  readonly title: string;
  /** Paths below `docs/`. A page that does not exist yet is left out of the sidebar. */
  readonly pages: readonly string[];
  /** The folder of the group. Pages of it that are not listed come last. */
  readonly folder?: string;
}

/** The paths of a group that exist, in the order of the sidebar. */
export function pathsOf({ pages, folder }: NavigationGroup, existing: readonly string[]): readonly string[] {
  const unlisted = existing.filter(
    (path) => folder !== undefined && path.startsWith(`${folder}/`) && !pages.includes(path),
  );
  return [...pages.filter((path) => existing.includes(path)), ...unlisted];
}

/** The sidebar. A test checks that each page of `docs/` is in it, or is a decision. */
export const navigation: readonly NavigationGroup[] = [
  { title: 'Start', pages: ['index.md', 'start/install.md', 'start/first-app.md', 'start/concepts.md', 'glossary.md'] },
  {
    title: 'Guides',
    folder: 'guides',
    pages: [
      'guides/chat.md',
      'guides/components.md',
      'guides/tools.md',
      'guides/runs.md',
      'guides/approvals.md',
      'guides/client-tools.md',
      'guides/editing.md',
      'guides/markdown.md',
      'guides/theming.md',
      'guides/shadcn.md',
      'guides/persistence.md',
      'guides/tabs.md',
      'guides/remote-agents.md',
      'guides/server.md',
      'guides/run-server.md',
      'guides/server-behavior.md',
      'guides/durable.md',
      'guides/inbox.md',
      'guides/mcp.md',
      'guides/telemetry.md',
      'guides/testing.md',
      'guides/security.md',
      'guides/accessibility.md',
    ],
  },
  {
    title: 'Frameworks',
    folder: 'frameworks',
    pages: [
      'frameworks/vite.md',
      'frameworks/next.md',
      'frameworks/react-router.md',
      'frameworks/tanstack-start.md',
      'frameworks/astro.md',
      'frameworks/vue.md',
      'frameworks/svelte.md',
      'frameworks/vanilla.md',
      'frameworks/extension.md',
      'frameworks/workers.md',
      'frameworks/server-rendering.md',
    ],
  },
  {
    title: 'Migrate',
    folder: 'migrate',
    pages: [
      'migrate/use-chat.md',
      'migrate/assistant-ui.md',
      'migrate/copilotkit.md',
      'migrate/langgraph.md',
      'migrate/openai-agents.md',
      'migrate/pydantic-ai.md',
      'migrate/llm-do.md',
    ],
  },
  { title: 'Help', pages: ['troubleshooting.md', 'errors.md', 'comparison.md', 'releases.md'] },
  { title: 'Project', pages: ['architecture.md', 'conformance.md', 'decisions/README.md'] },
];
