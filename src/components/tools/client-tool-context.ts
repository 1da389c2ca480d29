'use client';
import type { ClientToolProps } from '../../hooks/client-tools.js';
import { type PartContext, partContext, useWithin } from '../part/use-within.js';
import type { ToolAnswer } from './use-tool-answer.js';

/** The values that the parts of a client tool share. */
export interface ClientToolControl extends ToolAnswer, Pick<ClientToolProps, 'call' | 'input'> {
  /** The id of the problem, while it is shown. */
  readonly problemId: string | undefined;
  /** Names the tool by an element inside; `undefined` removes the name. */
  readonly setTitleId: (id: string | undefined) => void;
}

/** The client tool around. */
export const ClientToolContext: PartContext<ClientToolControl> = partContext(
  'ClientTool.Root tool={…}',
  'it has no call to answer',
);

/**
 * Returns the client tool around: its call, its input, the state of the last answer, and the functions that answer.
 *
 * @throws UserError `no-root` outside of a `ClientTool.Root`.
 * @example const { input, submit, isBusy } = useClientToolCall();
 */
export function useClientToolCall(): ClientToolControl {
  return useWithin(ClientToolContext);
}
