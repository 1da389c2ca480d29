'use client';
import type { ClientToolProps } from '../../hooks/client-tools.js';
import { type PartContext, partContext, useWithin } from '../part/use-within.js';
import type { ToolAnswer } from './use-tool-answer.js';

/** What the parts of a client tool share. */
export interface ClientToolControl extends ToolAnswer, Pick<ClientToolProps, 'call' | 'input'> {
  /** The id of what went wrong, while it is said. */
  readonly problemId: string | undefined;
  /** Names the tool by an element inside; `undefined` takes that back. */
  readonly setTitleId: (id: string | undefined) => void;
}

/** The client tool around. */
export const ClientToolContext: PartContext<ClientToolControl> = partContext(
  'ClientTool.Root tool={…}',
  'it has no call to answer',
);

/**
 * The client tool around: its call, its input, what became of the last answer, and how to answer.
 *
 * @throws UserError `no-root` outside of a `ClientTool.Root`.
 * @example const { input, submit, isBusy } = useClientToolCall();
 */
export function useClientToolCall(): ClientToolControl {
  return useWithin(ClientToolContext);
}
