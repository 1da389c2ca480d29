import { render } from '@testing-library/react';
import { createAgent, tool, type UseAgentRunOptions, type UseAgentRunResult, useAgentRun } from 'countersign';
import { AgentChat } from 'countersign/components';
import { type ScriptedModel, type ScriptedTurn, scriptedModel } from 'countersign/testing';
import { type ComponentProps, type ReactElement, StrictMode } from 'react';
import { z } from 'zod';

/** The options of a test's chat. */
export interface ChatScript {
  readonly turns: readonly ScriptedTurn[];
  readonly chat?: Partial<ComponentProps<typeof AgentChat>>;
  readonly options?: Pick<
    UseAgentRunOptions,
    'initialMessages' | 'clientTools' | 'deferredToolHandler' | 'grants' | 'sendDelay'
  >;
}

/** A chat with a real agent and store. */
export interface ShownChat {
  readonly model: ScriptedModel;
  readonly removed: readonly string[];
  readonly run: () => UseAgentRunResult;
}

/**
 * Shows a chat with a scripted agent. Its tool `remove` requires approval, `look` runs without, and `byHand`
 * is a client tool.
 */
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

/** Returns a file of `bytes` bytes. */
export function file(name: string, type: string, bytes = 3): File {
  return new File(['x'.repeat(bytes)], name, { type });
}

/** Returns the data of a paste or drop with these files. */
export function dataTransferOf(...files: readonly File[]): DataTransfer {
  const transfer = new DataTransfer();
  for (const each of files) transfer.items.add(each);
  return transfer;
}
