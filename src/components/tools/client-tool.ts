import { ClientToolActions, ClientToolFail, ClientToolProblem, ClientToolSubmit } from './client-tool-actions.js';
import { ClientToolBody, ClientToolRoot, ClientToolTitle } from './client-tool-root.js';

/**
 * The parts of a client tool's component. The ready-made tools are made of them.
 *
 * @example
 * function ColourPicker(props: ClientToolProps<{ reason: string }, string>) {
 *   return (
 *     <ClientTool.Root tool={props}>
 *       <ClientTool.Title>{props.input.reason}</ClientTool.Title>
 *       <ClientTool.Problem />
 *       <ClientTool.Actions>
 *         <ClientTool.Submit value="red">Red</ClientTool.Submit>
 *         <ClientTool.Fail />
 *       </ClientTool.Actions>
 *     </ClientTool.Root>
 *   );
 * }
 */
export const ClientTool: {
  readonly Root: typeof ClientToolRoot;
  readonly Title: typeof ClientToolTitle;
  readonly Body: typeof ClientToolBody;
  readonly Problem: typeof ClientToolProblem;
  readonly Actions: typeof ClientToolActions;
  readonly Submit: typeof ClientToolSubmit;
  readonly Fail: typeof ClientToolFail;
} = {
  Root: ClientToolRoot,
  Title: ClientToolTitle,
  Body: ClientToolBody,
  Problem: ClientToolProblem,
  Actions: ClientToolActions,
  Submit: ClientToolSubmit,
  Fail: ClientToolFail,
};
