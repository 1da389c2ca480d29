// Compiled by `npm run typecheck` and never run: a wrong type is a compile error.
import {
  type ClientToolProps,
  type CountersignError,
  createAgent,
  type DeferredToolHandler,
  type DeferredToolRequests,
  isDeferred,
  ModelError,
  type RunOutcome,
  toolFor,
  UserError,
  useAgentRun,
} from 'countersign';
import { scriptedModel } from 'countersign/testing';
import { z } from 'zod';
import { type Equal, expectType } from './support.js';

interface Deps {
  readonly files: { readonly read: (path: string) => string };
}

const model = scriptedModel([]);
const readFile = toolFor<Deps>()({
  inputSchema: z.object({ path: z.string() }),
  execute: ({ path }, { deps }) => deps.files.read(path),
});
const deps: Deps = { files: { read: (path) => path } };
const needy = createAgent({
  model,
  tools: { readFile },
  deferredToolHandler: (requests, ctx) => {
    expectType<Equal<typeof requests, DeferredToolRequests>>();
    expectType<Equal<typeof ctx.deps, Deps>>();
    return ctx.ask(requests);
  },
});
const plain = createAgent({ model });

// Handlers receive the run's deps, and may not require others.
const handler: DeferredToolHandler<Deps> = (_, ctx) => (ctx.deps.files.read('a') === '' ? null : ctx.ask(_));
needy.run('go', { deps, deferredToolHandler: handler });
needy.run('go', {
  deps,
  deferredToolHandler: (requests, { ask, deps: own }) => (own.files.read('a') ? ask(requests) : null),
});
// @ts-expect-error the agent has no deps
plain.run('go', { deferredToolHandler: handler });
// @ts-expect-error a handler returns results or null
plain.run('go', { deferredToolHandler: () => true });

// Outcomes.
const outcome: RunOutcome<{ total: number }> = await Promise.reject();
if (isDeferred(outcome)) {
  expectType<Equal<typeof outcome.requests, DeferredToolRequests>>();
  // @ts-expect-error a deferred outcome has no output
  outcome.output;
} else if (outcome.type === 'completed') {
  expectType<Equal<typeof outcome.output, { total: number }>>();
} else if (outcome.type === 'failed') {
  expectType<Equal<typeof outcome.error, CountersignError>>();
} else {
  expectType<Equal<typeof outcome.type, 'aborted' | 'suspended'>>();
}
const text = await plain.run('go').outcome;
if (text.type === 'completed') expectType<Equal<typeof text.output, string>>();

// The hook requires deps if the agent does.
export function useIt(): void {
  useAgentRun({ agent: plain });
  useAgentRun({ agent: needy, deps });
  // @ts-expect-error deps are missing
  useAgentRun({ agent: needy });
  // @ts-expect-error a number is not valid as files
  useAgentRun({ agent: needy, deps: { files: 1 } });
  useAgentRun({
    agent: needy,
    deps,
    deferredToolHandler: (requests, ctx) => {
      expectType<Equal<typeof ctx.deps, Deps>>();
      return ctx.ask(requests);
    },
    clientTools: {
      pickFile: { render: FilePicker },
      locate: { execute: async (_input: object, { signal }) => ({ stopped: signal.aborted }) },
    },
  });
  // @ts-expect-error a client tool renders or executes
  useAgentRun({ agent: plain, clientTools: { pickFile: { title: 'Pick' } } });
  // @ts-expect-error the component must accept the props of a client tool
  useAgentRun({ agent: plain, clientTools: { pickFile: { render: (props: { colour: string }) => props.colour } } });
}

function FilePicker({ input, submit, fail }: ClientToolProps<{ reason: string }, { name: string }>): null {
  expectType<Equal<typeof input, { reason: string }>>();
  void submit({ name: input.reason });
  // @ts-expect-error the result has the wrong type
  void submit({ file: input.reason });
  void fail('Nothing was picked.');
  return null;
}

/** An error that is not a UserError may still be a ModelError. */
export function codeOf(error: CountersignError): string {
  if (UserError.isInstance(error)) return error.code;
  if (!ModelError.isInstance(error)) return 'other';
  expectType<Equal<typeof error.name, 'ModelError'>>();
  return error.code;
}
