import { render } from '@testing-library/react';
import { createAgent, tool, type UseAgentRunOptions, type UseAgentRunResult, useAgentRun } from 'countersign';
import { AgentChat } from 'countersign/components';
import { type ScriptedModel, type ScriptedTurn, scriptedModel } from 'countersign/testing';
import { type ComponentProps, type ReactElement, StrictMode } from 'react';
import { z } from 'zod';

/** What a chat of a test is made of. */
export interface ChatScript {
  readonly turns: readonly ScriptedTurn[];
  readonly chat?: Partial<ComponentProps<typeof AgentChat>>;
  readonly options?: Pick<
    UseAgentRunOptions,
    'initialMessages' | 'clientTools' | 'deferredToolHandler' | 'grants' | 'sendDelay'
  >;
}

/** A chat that really runs. */
export interface ShownChat {
  readonly model: ScriptedModel;
  readonly removed: readonly string[];
  readonly run: () => UseAgentRunResult;
}

/** Shows a chat with an agent of a script; its tool `remove` needs a yes, `look` none, `byHand` a client tool. */
export function showChat({ turns, chat, options }: ChatScript): ShownChat {
  const removed: string[] = [];
  const model = scriptedModel(turns);
  const remove = tool({
    inputSchema: z.object({ path: z.string() }),
    requiresApproval: true,
    describe: ({ path }) => ({ title: `Remove ${path}` }),
    execute: ({ path }) => {
      removed.push(path);
      return 'removed';
    },
  });
  const look = tool({ inputSchema: z.object({}), execute: () => 'nothing there' });
  const byHand = tool({ inputSchema: z.object({ what: z.string() }), outputSchema: z.string() });
  const agent = createAgent({ model, tools: { remove, look, byHand } });
  let latest: UseAgentRunResult | undefined;
  function App(): ReactElement {
    const run = useAgentRun({ agent, ...options });
    latest = run;
    return <AgentChat {...chat} run={run} />;
  }
  render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  const run = (): UseAgentRunResult => {
    if (latest === undefined) throw new Error('The chat was not rendered.');
    return latest;
  };
  return { model, removed, run };
}

/** A file of so many bytes. */
export function file(name: string, type: string, bytes = 3): File {
  return new File(['x'.repeat(bytes)], name, { type });
}

/** Files on their way, as a paste or a drop brings them. */
export function carrying(...files: readonly File[]): DataTransfer {
  const transfer = new DataTransfer();
  for (const each of files) transfer.items.add(each);
  return transfer;
}
