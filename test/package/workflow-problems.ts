import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import { root } from '../setup/source-files.js';

type Parser = typeof import('@actions/workflow-parser');

const file = join(root, 'node_modules/.cache/workflow-parser/index.mjs');

/** Bundles the parser before it loads it: it imports JSON in a form that Node refuses. */
async function loadParser(): Promise<Parser> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: fileURLToPath(import.meta.resolve('@actions/workflow-parser')),
      outDir: dirname(file),
      emptyOutDir: true,
      rolldownOptions: { output: { entryFileNames: basename(file) } },
    },
  });
  return await import(/* @vite-ignore */ pathToFileURL(file).href);
}

let parser: Promise<Parser> | undefined;

/** Returns the faults of a workflow that GitHub would report. */
export async function workflowProblems(content: string): Promise<readonly string[]> {
  parser ??= loadParser();
  const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await parser;
  const { context, value } = parseWorkflow({ name: 'workflow.yml', content }, new NoOperationTraceWriter());
  if (value !== undefined) await convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message);
}
