import { tool } from 'countersign';
import { z } from 'zod';

/** An executed tool. */
export interface ExecutedTool {
  readonly tool: string;
  readonly input: unknown;
}

export const pathSchema = z.object({ path: z.string() });
export const fileSchema = z.object({ path: z.string(), content: z.string() });

/**
 * The tools of the servers, for an agent of this package.
 *
 * @param keep records an execution.
 * @param archived resolves when an archive is complete.
 */
export function toolsThat(keep: (ran: ExecutedTool) => void, archived: () => Promise<void>) {
  const did = (name: string, input: unknown): string => {
    keep({ tool: name, input });
    return `${name} is done.`;
  };
  return {
    list_files: tool({ inputSchema: z.object({}), execute: (input) => did('list_files', input) }),
    delete_file: tool({
      inputSchema: pathSchema,
      requiresApproval: true,
      describe: ({ path }) => ({ title: `Delete ${path}` }),
      execute: (input) => did('delete_file', input),
    }),
    update_file: tool({
      inputSchema: fileSchema,
      requiresApproval: ({ path }) => path === '.env',
      describe: ({ path }) => ({ title: `Write ${path}` }),
      execute: (input) => did('update_file', input),
    }),
    archive: tool({
      inputSchema: pathSchema,
      requiresApproval: true,
      describe: ({ path }) => ({ title: `Archive ${path}` }),
      execute: async (input) => {
        const said = did('archive', input);
        await archived();
        return said;
      },
    }),
    calculate_answer: tool({ inputSchema: z.object({ question: z.string() }) }),
  };
}

const key = 'ran';

/** Returns the tools executed in this browser, including those before a reload. */
export function ranHere(): readonly ExecutedTool[] {
  return JSON.parse(localStorage.getItem(key) ?? '[]') as readonly ExecutedTool[]; // only this file writes it
}

/** The tools in the tab. An archive never completes there, so that the page is closed during its execution. */
export const localTools = toolsThat(
  (ran) => localStorage.setItem(key, JSON.stringify([...ranHere(), ran])),
  () => new Promise(() => {}),
);
