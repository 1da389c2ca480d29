export { exportRunEvents, parseRunEvents, RunEventsError } from '../feed/run-event-lines.js';
export { diffJson, type JsonChange } from '../form/diff-json.js';
export { initialValue } from '../form/initial-value.js';
export type { CountersignStrings, StringOverrides } from '../words/strings.js';
export { defaultStrings } from '../words/strings.js';
/** The parts of a card for one call that needs approval. `ApprovalCard` is made of them. */
export * as Approval from './approval/approval.parts.js';
export { ApprovalCard } from './approval/approval-card.js';
export { ArmingNote } from './arming/arming-note.js';
export { ArmingProvider } from './arming/arming-provider.js';
export { type Arming, useArming } from './arming/use-arming.js';
/** The parts of a panel beside the chat. `PreviewAside` is made of them. */
export * as Aside from './aside/aside.parts.js';
export { AsideProvider } from './aside/aside-provider.js';
export { PreviewAside } from './aside/preview-aside.js';
export type { WaitingCalls } from './attention/decision-source.js';
export { DecisionTray } from './attention/decision-tray.js';
/** The parts of a tray of pending calls. */
export * as Tray from './attention/tray.parts.js';
export { useAppBadge } from './attention/use-app-badge.js';
export { useTitleBadge } from './attention/use-title-badge.js';
export { useWaitNotification, type WaitNotification } from './attention/use-wait-notification.js';
export { useWaiting } from './attention/use-waiting.js';
export { ApprovalQueue } from './batch/approval-queue.js';
/** The parts of a batch: all calls of one model response that need a person. `ApprovalQueue` is made of them. */
export * as Batch from './batch/batch.parts.js';
/**
 * The parts for all batches of a conversation: `Queue.Root` announces a new one once, then each decision and call end,
 * and stays mounted while there are none; `Queue.Batches` renders them, oldest first. Keys move between cards across
 * all of them.
 *
 * @example
 * <Queue.Root run={run}>
 *   <Queue.Batches>{(batch) => <Batch.Root run={run} batch={batch}>…</Batch.Root>}</Queue.Batches>
 * </Queue.Root>
 */
export * as Queue from './batch/queue.parts.js';
export { type BatchCard, useBatchCard } from './card/batch-context.js';
export { AgentChat } from './chat/agent-chat.js';
/**
 * The parts of a chat. `AgentChat` is made of them.
 *
 * @example
 * <Chat.Root run={run}>
 *   <Chat.Thread>
 *     <Chat.Scroll>
 *       <Chat.Messages />
 *       <ApprovalQueue run={run} />
 *     </Chat.Scroll>
 *     <Chat.Jump />
 *   </Chat.Thread>
 *   <Chat.Status />
 *   <MessageComposer run={run} />
 * </Chat.Root>
 */
export * as Chat from './chat/chat.parts.js';
export { RunStatus } from './chat/run-status.js';
export { Thread } from './chat/thread.js';
/**
 * The parts of the composer. `MessageComposer` is made of them.
 *
 * @example
 * <Composer.Root run={run}>
 *   <Composer.Input />
 *   <Composer.Send>Go</Composer.Send>
 * </Composer.Root>
 */
export * as Composer from './composer/composer.parts.js';
export { MessageComposer } from './composer/message-composer.js';
export { ConversationList } from './conversations/conversation-list.js';
/** The parts of a list of conversations. `ConversationList` is made of them. */
export * as Conversations from './conversations/conversations.parts.js';
export { DecisionLog } from './decisions/decision-log.js';
/** The parts of a decision record. `DecisionLog` is made of them. */
export * as Decisions from './decisions/decisions.parts.js';
export { Elicitation } from './elicitation/elicitation.js';
export { EventFeed } from './feed/event-feed.js';
/**
 * The parts of the event feed.
 *
 * @example <Feed.Root run={run}><Feed.Search /><Feed.Rows /><Feed.Totals /></Feed.Root>
 */
export * as Feed from './feed/feed.parts.js';
export { FloatingEventFeed } from './feed/floating-event-feed.js';
export { type Replay, useReplay } from './feed/use-replay.js';
export { JsonChanges } from './form/json-changes.js';
export { SchemaField } from './form/schema-field.js';
export { SchemaForm } from './form/schema-form.js';
export type { Format } from './format.js';
/** The parts of a panel of grants. */
export * as GrantList from './grants/grant-list.parts.js';
export { GrantsPanel } from './grants/grants-panel.js';
/** The parts of the choice to remember an answer. */
export * as RememberChoice from './grants/remember-choice.parts.js';
export { RememberMenu } from './grants/remember-menu.js';
export { ApprovalInbox } from './inbox/approval-inbox.js';
/** The parts of an inbox of pending calls on a run server. `ApprovalInbox` is made of them. */
export * as Inbox from './inbox/inbox.parts.js';
export { ContextMeter } from './meter/context-meter.js';
/** The parts of a meter of the model's context window. `ContextMeter` is made of them. */
export * as Meter from './meter/meter.parts.js';
export { ClientToolOutlet } from './outlet/client-tool-outlet.js';
/** The parts of a preview. `PreviewView` is its root, with all its states. */
export * as Preview from './preview/preview.parts.js';
export { PreviewView } from './preview/preview-view.js';
export { useStrings } from './strings-hook.js';
export { StringsProvider, useFormat } from './strings-provider.js';
/** The parts of a list of suggested messages. `SuggestionList` is made of them. */
export * as Suggestion from './suggestions/suggestion.parts.js';
export { SuggestionList } from './suggestions/suggestion-list.js';
export type { RunTask } from './tools/background-task.js';
export { backgroundTask } from './tools/background-task.js';
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
export * as ClientTool from './tools/client-tool.parts.js';
export { type ClientToolControl, useClientToolCall } from './tools/client-tool-context.js';
export { Confirm } from './tools/confirm.js';
export { FilePicker, filePicker } from './tools/file-picker.js';
export { LocationRequest, locationRequest } from './tools/location-request.js';
export { schemaFormTool } from './tools/schema-form-tool.js';
export { DeceptiveNotice } from './value/deceptive-notice.js';
export { DeceptiveText } from './value/marked-text.js';
/** The parts of a formatted value. `ValueView` is made of them. */
export * as Value from './value/value.parts.js';
export { ValueView } from './value/value-view.js';
