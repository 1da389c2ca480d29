import { ApprovalRequired, type Tool, tool } from 'countersign';
import { z } from 'zod';

/** The actions of a story's tools, in order: `write .env`, `delete notes/old.md`. */
export type WorkspaceLog = string[];

const path = z.string().min(1);

/** Writing these files requires approval. */
const isProtected = (file: string): boolean => /(?:^|\/)(?:\.env|package\.json)$/.test(file);

/** The tools of a small workspace. They only write into the log, so each visit of a story shows the same. */
export function workspaceTools(log: WorkspaceLog) {
  return {
    read_file: tool({
      description: 'Reads a text file',
      inputSchema: z.object({ path }),
      capabilities: ['fs.read'],
      describe: (input) => ({ title: `Read ${input.path}` }),
      execute: (input) => done(log, `read ${input.path}`),
    }),
    write_file: tool({
      description: 'Creates or replaces a text file',
      inputSchema: z.object({ path, content: z.string() }),
      capabilities: ['fs.write'],
      describe: (input) => ({
        title:
          input.content === '' ? `Clear ${input.path}` : `Write ${input.content.length} characters to ${input.path}`,
        risk: isProtected(input.path) ? 'medium' : 'low',
      }),
      execute: (input, { toolCallApproved }) => {
        if (isProtected(input.path) && !toolCallApproved) {
          throw new ApprovalRequired({ metadata: { reason: 'protected' } });
        }
        return done(log, `write ${input.path}`);
      },
    }),
    delete_file: tool({
      description: 'Deletes a file',
      inputSchema: z.object({ path }),
      capabilities: ['fs.delete'],
      requiresApproval: true,
      describe: (input) => ({ title: `Delete ${input.path}`, risk: 'destructive', facts: ['cannot be undone'] }),
      execute: (input) => done(log, `delete ${input.path}`),
    }),
    make_folder: tool({
      description: 'Creates a folder',
      inputSchema: z.object({ path }),
      capabilities: ['fs.write'],
      requiresApproval: true,
      describe: (input) => ({ title: `Create the folder ${input.path}`, risk: 'low' }),
      execute: (input) => done(log, `folder ${input.path}`),
    }),
    send_mail: tool({
      description: 'Sends an e-mail',
      inputSchema: z.object({ to: z.array(z.email()).min(1), subject: z.string(), body: z.string() }),
      capabilities: ['mail.send'],
      requiresApproval: true,
      describe: ({ to, subject }) => ({
        title: `Send “${subject}”`,
        summary: `To ${to.join(', ')}.`,
        risk: 'high',
        facts: [to.length === 1 ? '1 recipient' : `${to.length} recipients`],
      }),
      execute: ({ to }) => done(log, `mail ${to.join(' ')}`),
    }),
    pick_file: tool({
      description: 'Asks the user to pick a file from their computer',
      inputSchema: z.object({ reason: z.string() }),
      outputSchema: z.object({ name: z.string() }),
      describe: () => ({ title: 'Pick a file from your computer' }),
    }),
  } satisfies Record<string, Tool>;
}

function done(log: WorkspaceLog, what: string): string {
  log.push(what);
  return `Done: ${what}`;
}
