// Compiled by `npm run typecheck` and never run: a wrong type is a compile error.
import { tool as aiTool, dynamicTool, type ToolExecutionOptions } from 'ai';
import {
  approvalRequired,
  combined,
  createAgent,
  defaulted,
  type ExecuteContext,
  filtered,
  prefixed,
  type ToolRunContext,
  tool,
  toolFor,
  toolHooks,
  wrapToolset,
} from 'countersign/core';
import { scriptedModel } from 'countersign/testing';
import { z } from 'zod';
import { type Equal, expectType } from './support.js';

interface Files {
  readonly read: (path: string) => string;
}
interface User {
  readonly name: string;
}

const model = scriptedModel([]);
const path = z.object({ path: z.string(), depth: z.number().default(1) });

// Inputs and outputs.
tool({
  inputSchema: path,
  execute: (input, ctx) => {
    expectType<Equal<typeof input, { path: string; depth: number }>>();
    expectType<Equal<typeof ctx, ExecuteContext<unknown>>>();
    return input.path;
  },
  describe: (input) => ({ title: input.path }),
  requiresApproval: (input) => input.depth > 2,
  argsValidator: (input) => void input.path,
});
const length = tool({ inputSchema: path, execute: async (input) => input.path.length });
expectType<
  Equal<ReturnType<NonNullable<typeof length.execute>>, number | PromiseLike<number> | AsyncIterable<number>>
>();
const steps = tool({
  inputSchema: path,
  async *execute() {
    yield 1;
  },
});
expectType<
  Equal<ReturnType<NonNullable<typeof steps.execute>>, number | PromiseLike<number> | AsyncIterable<number>>
>();
tool({
  inputSchema: path,
  outputSchema: z.object({ size: z.number() }),
  // @ts-expect-error the result does not match the outputSchema
  execute: () => ({ size: 'large' }),
});
// @ts-expect-error the input has no such member
tool({ inputSchema: path, execute: (input) => input.file });

// The context includes the AI SDK's execution options.
expectType<ToolRunContext extends ToolExecutionOptions<unknown> ? true : false>();

// The deps of an agent are those of all its tools.
const readFile = toolFor<{ files: Files }>()({
  inputSchema: path,
  execute: (input, ctx) => {
    expectType<Equal<typeof ctx.deps, { files: Files }>>();
    return ctx.deps.files.read(input.path);
  },
});
const greet = toolFor<{ user: User }>()({ inputSchema: z.object({}), execute: (_, { deps }) => deps.user.name });
const foreign = aiTool({ inputSchema: path, execute: async (input) => input.path });
const dynamic = dynamicTool({ inputSchema: path, execute: async () => 1 });
const external = aiTool({ inputSchema: path, outputSchema: z.string() });
const files: Files = { read: (name) => name };
const user: User = { name: 'Ada' };

const plain = createAgent({ model, tools: { length } });
plain.run('go');
plain.run('go', {});
createAgent({ model }).run('go');

const one = createAgent({ model, tools: { readFile, length } });
one.run('go', { deps: { files } });
// @ts-expect-error deps are missing
one.run('go');
// @ts-expect-error deps are missing
one.run('go', {});
// @ts-expect-error these are the wrong deps
one.run('go', { deps: { user } });

const both = createAgent({ model, tools: { readFile, greet, length } });
both.run('go', { deps: { files, user } });
// @ts-expect-error the user is missing
both.run('go', { deps: { files } });

// Tools of the AI SDK can be used next to ours, and need no deps.
createAgent({ model, tools: { foreign, dynamic, external } }).run('go');
const mixed = createAgent({ model, tools: { foreign, readFile, dynamic } });
mixed.run('go', { deps: { files } });
// @ts-expect-error deps are missing
mixed.run('go');

// A tool that is defined inline keeps its types.
createAgent({
  model,
  tools: {
    ours: tool({ inputSchema: path, execute: (input) => input.depth.toFixed() }),
    theirs: aiTool({ inputSchema: path, execute: async (input) => input.depth.toFixed() }),
  },
  instructions: (ctx) => {
    expectType<Equal<typeof ctx.deps, unknown>>();
    return null;
  },
});

// Toolsets add their deps.
const sets = createAgent({
  model,
  tools: { length },
  toolsets: [prefixed({ readFile }, 'a_'), approvalRequired(combined({ greet }, { foreign }))],
  instructions: (ctx) => `${ctx.deps.user.name} ${ctx.deps.files.read('a')}`,
});
sets.run('go', { deps: { files, user } });
// @ts-expect-error the user is missing
sets.run('go', { deps: { files } });
const written = createAgent({
  model,
  toolsets: [{ tools: (ctx: { deps: { files: Files } }) => (ctx.deps.files ? { length } : { greet }) }],
});
// @ts-expect-error the toolset needs files
written.run('go');

filtered({ readFile }, (_, ctx) => ctx.deps.files.read('x') === 'y');
// @ts-expect-error there is no user
filtered({ readFile }, (_, ctx) => ctx.deps.user.name === 'y');
approvalRequired(
  { readFile },
  ({ toolName, input }, ctx) => toolName === ctx.toolName && input === ctx.deps.files.read('x'),
);

// Toolsets of a run may require only the run's deps.
one.run('go', { deps: { files }, toolsets: [{ readFile }, prefixed({ readFile }, 'x_'), { foreign }] });
// @ts-expect-error the run has no user
one.run('go', { deps: { files }, toolsets: [{ greet }] });
// @ts-expect-error the run has no user
one.run('go', { deps: { files }, toolsets: [prefixed({ greet }, 'x_')] });

// Hooks receive the deps of their tools.
const needsUser = toolFor<User>()({ inputSchema: path, execute: (_, ctx) => ctx.deps.name });
const withHooks = wrapToolset({ needsUser }, { beforeTool: (_, ctx) => expectType<Equal<typeof ctx.deps, User>>() });
const hookedAgent = createAgent({
  model,
  toolsets: [withHooks, defaulted({ needsUser }, { retries: 2 })],
  toolHooks: toolHooks<User>({ afterTool: ({ result }, ctx) => [ctx.deps.name, result.returnValue] }),
});
hookedAgent.run('go', { deps: { name: 'Ada' } });
// @ts-expect-error the tools within need a user
hookedAgent.run('go', { deps: {} });
createAgent({
  model,
  tools: { needsUser },
  // @ts-expect-error the agent has no such deps
  toolHooks: toolHooks<Files>({ afterTool: (_, ctx) => ctx.deps.read('a') }),
});
