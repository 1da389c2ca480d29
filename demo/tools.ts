import { tool as plainTool, toolFor } from 'countersign';
import { z } from 'zod';
import { isProtected, type Workspace } from './workspace/index.js';

/** The dependencies of the tools. */
export interface Deps {
  readonly files: Workspace;
}

const tool = toolFor<Deps>();
const path = z.string().min(1).describe('A path inside the workspace, such as notes/todo.md');

const listFiles = tool({
  description: 'List the files of the workspace',
  inputSchema: z.object({ folder: z.string().optional() }),
  capabilities: ['fs.read'],
  describe: ({ folder }) => ({ title: folder === undefined ? 'List the files' : `List the files in ${folder}` }),
  execute: async ({ folder }, { deps }) => {
    const inside = folder === undefined ? '' : `${folder.replace(/\/+$/, '')}/`;
    return (await deps.files.list())
      .filter((file) => file.path.startsWith(inside))
      .map(({ path: name, size }) => ({ path: name, size }));
  },
});

const readFile = tool({
  description: 'Read a text file',
  inputSchema: z.object({ path }),
  capabilities: (input) => [`fs.read:/${input.path}`],
  describe: (input) => ({ title: `Read ${input.path}` }),
  execute: (input, { deps }) => deps.files.read(input.path),
});

const searchFiles = tool({
  description: 'Find the lines that contain a text, in all files',
  inputSchema: z.object({ query: z.string().min(1) }),
  capabilities: ['fs.read'],
  describe: ({ query }) => ({ title: `Search for “${query}”` }),
  execute: async ({ query }, { deps }) => (await deps.files.search(query)).map((match) => ({ ...match })),
});

/** Returns the length of a text, in words. */
function inCharacters({ length }: string): string {
  return length === 1 ? '1 character' : `${length} characters`;
}

const writeFile = tool({
  description: 'Create or replace a text file. Protected files (such as .env) need the user’s approval.',
  inputSchema: z.object({ path, content: z.string().describe('The whole new content; empty to clear the file') }),
  capabilities: (input) => [`fs.write:/${input.path}`],
  describe: (input) => ({
    title: input.content === '' ? `Clear ${input.path}` : `Write ${inCharacters(input.content)} to ${input.path}`,
    risk: isProtected(input.path) ? 'medium' : 'low',
  }),
  preview: async (input, { deps }) => {
    const before = await deps.files.read(input.path).catch(() => '');
    return { type: 'diff', before, after: input.content, path: input.path };
  },
  execute: async (input, ctx) => {
    await ctx.deps.files.write(input.path, input.content);
    return input.content === '' ? `File ${input.path} cleared` : `File ${input.path} updated`;
  },
});

const deleteFile = tool({
  description: 'Delete a file. Always needs the user’s approval.',
  inputSchema: z.object({ path }),
  capabilities: (input) => [`fs.delete:/${input.path}`],
  describe: (input) => ({ title: `Delete ${input.path}`, risk: 'destructive', facts: ['cannot be undone'] }),
  execute: async (input, { deps }) => {
    await deps.files.remove(input.path);
    return `File ${input.path} deleted`;
  },
});

const renameFile = tool({
  description: 'Rename or move a file. Always needs the user’s approval.',
  inputSchema: z.object({ from: path, to: path }),
  capabilities: ({ from, to }) => [`fs.write:/${from}`, `fs.write:/${to}`],
  describe: ({ from, to }) => ({ title: `Rename ${from} to ${to}`, risk: 'medium' }),
  execute: async ({ from, to }, { deps }) => {
    await deps.files.rename(from, to);
    return `File ${from} renamed to ${to}`;
  },
});

const pickFile = plainTool({
  description: 'Ask the user to pick a text file from their computer',
  inputSchema: z.object({
    reason: z.string(),
    accept: z.string().optional().describe('Like the accept attribute of a file input'),
  }),
  outputSchema: z.object({ name: z.string(), size: z.number(), content: z.string() }),
  describe: () => ({ title: 'Pick a file from your computer' }),
});

const field = z.object({
  type: z.enum(['string', 'number', 'boolean']),
  title: z.string().optional(),
  description: z.string().optional(),
  enum: z.array(z.string()).optional(),
  format: z.string().optional(),
});

/** The form that the model asks the user to fill in. */
export const formSchema: z.ZodObject<{
  type: z.ZodLiteral<'object'>;
  properties: z.ZodRecord<z.ZodString, typeof field>;
  required: z.ZodOptional<z.ZodArray<z.ZodString>>;
}> = z.object({
  type: z.literal('object'),
  properties: z.record(z.string(), field),
  required: z.array(z.string()).optional(),
});

const askUser = plainTool({
  description:
    'Ask the user something, with a small form made from a JSON Schema (an object with string, number, boolean or enum properties)',
  inputSchema: z.object({ question: z.string(), schema: formSchema }),
  describe: ({ question }) => ({ title: question }),
});

const confirm = plainTool({
  description: 'Ask the user a question that has yes or no for an answer',
  inputSchema: z.object({ question: z.string(), detail: z.string().optional() }),
  outputSchema: z.object({ confirmed: z.boolean(), reason: z.string().optional() }),
  describe: ({ question }) => ({ title: question }),
});

const locate = plainTool({
  description: 'Find out where the user is. The browser asks them first.',
  inputSchema: z.object({ reason: z.string() }),
  outputSchema: z.object({ latitude: z.number(), longitude: z.number(), accuracy: z.number() }),
  describe: () => ({ title: 'Find out where you are' }),
});

const downloadFile = plainTool({
  description: 'Hand a file of the workspace to the user as a download',
  inputSchema: z.object({ path }),
  describe: (input) => ({ title: `Download ${input.path}` }),
});

const packFiles = plainTool({
  description: 'Put all files of the workspace into one and hand it to the user as a download',
  inputSchema: z.object({}),
  outputSchema: z.object({ files: z.number(), name: z.string() }),
  describe: () => ({ title: 'Pack the workspace into one file' }),
});

/**
 * All tools of the workspace. Those without `execute` are client tools, see client-tools. The rules decide
 * which calls require approval.
 */
export const tools = {
  list_files: listFiles,
  read_file: readFile,
  search_files: searchFiles,
  write_file: writeFile,
  delete_file: deleteFile,
  rename_file: renameFile,
  pick_file: pickFile,
  ask_user: askUser,
  confirm,
  locate,
  download_file: downloadFile,
  pack_files: packFiles,
};

/** The instructions for a connected model. */
export const instructions: string = [
  'You look after a small workspace of text files in the user’s browser.',
  'When a request has several parts, call all the tools that you need in one response: the user then decides about them together.',
  'Some calls need the user’s approval. If one is denied, respect the reason, do not try it again, and say what was not done.',
  'Use ask_user when you need to know something. Answer shortly, in Markdown.',
].join('\n');
