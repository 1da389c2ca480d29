export type { FeedKind, FeedRow, FeedTopic } from '../feed/feed-row.js';
export { type ParseRunEventsOptions, parseRunEvents, RunEventsError } from '../feed/parse-run-events.js';
export { type ExportRunEventsOptions, exportRunEvents } from '../feed/redact-events.js';
export type { FormDrafts } from '../form/check-fields.js';
export { diffJson, type JsonChange } from '../form/diff-json.js';
export type { FieldNode } from '../form/field-node.js';
export { initialValue } from '../form/initial-value.js';
export type { ApprovalState } from '../store/approval-state.js';
export type { ApprovalButtonProps, ApprovalButtonState } from './approval/answer-button.js';
export { Approval } from './approval/approval.js';
export type { ApprovalActionsProps, ApprovalDenyProps, ApprovalRememberProps } from './approval/approval-actions.js';
export { ApprovalCard, type ApprovalCardProps } from './approval/approval-card.js';
export type { ApprovalPartState } from './approval/approval-context.js';
export type {
  ApprovalFactProps,
  ApprovalWhenProps,
  ApprovalWhyProps,
  ApprovalWhyState,
} from './approval/approval-facts.js';
export type { ApprovalEditFormProps, ApprovalReasonFormProps } from './approval/approval-forms.js';
export type { ApprovalDeceptiveProps, ApprovalInputProps, ApprovalPreviewProps } from './approval/approval-input.js';
export type { ApprovalProblemProps, ApprovalProblemState, ApprovalStatusProps } from './approval/approval-outcome.js';
export {
  ApprovalCallRecord,
  type ApprovalCallRecordProps,
  type ApprovalRecordProps,
} from './approval/approval-record.js';
export type { ApprovalItemSource, ApprovalMessageSource, ApprovalRootProps } from './approval/approval-root.js';
export type { ApprovalCountdownProps, ApprovalCountdownState, ApprovalExtendProps } from './approval/approval-time.js';
export type { ApprovalApproveProps } from './approval/approve-button.js';
export { ArmingNote, type ArmingNoteProps } from './arming/arming-note.js';
export { ArmingProvider, type ArmingProviderProps } from './arming/arming-provider.js';
export { type Arming, type IgnoredPress, type UseArmingOptions, useArming } from './arming/use-arming.js';
export type { DecisionSource, WaitingCalls } from './attention/decision-source.js';
export { DecisionTray, type DecisionTrayProps } from './attention/decision-tray.js';
export type { NotificationState } from './attention/notice-board.js';
export type { FormatTitle } from './attention/title-badge.js';
export { Tray } from './attention/tray.js';
export type { TrayOwner } from './attention/tray-context.js';
export type { TrayItemProps } from './attention/tray-item.js';
export type {
  TrayEmptyProps,
  TrayGroupProps,
  TrayGroupsProps,
  TrayItemsProps,
  TrayTitleProps,
} from './attention/tray-list.js';
export type { TrayPopoverProps, TrayTriggerProps } from './attention/tray-popover.js';
export type { TrayRootProps } from './attention/tray-root.js';
export { useAppBadge } from './attention/use-app-badge.js';
export { type TitleBadgeOptions, useTitleBadge } from './attention/use-title-badge.js';
export {
  useWaitNotification,
  type WaitNotification,
  type WaitNotificationOptions,
} from './attention/use-wait-notification.js';
export { type DecisionSources, useWaiting } from './attention/use-waiting.js';
export { ApprovalQueue, type ApprovalQueueProps, type CardSlotProps } from './batch/approval-queue.js';
export { Batch } from './batch/batch.js';
export type { BatchButtonProps, BatchButtonState } from './batch/batch-button.js';
export type {
  BatchCountdownProps,
  BatchCountdownState,
  BatchExtendProps,
} from './batch/batch-countdown.js';
export type { BatchDenyReasonProps } from './batch/batch-deny.js';
export type { BatchFooterProps } from './batch/batch-footer.js';
export type {
  BatchHeaderProps,
  BatchOwnerProps,
  BatchProgressProps,
  BatchProgressState,
  BatchRoundProps,
  BatchTitleProps,
} from './batch/batch-header.js';
export type { BatchKeysProps } from './batch/batch-help.js';
export type { BatchItemsProps, BatchItemsState } from './batch/batch-items.js';
export type { BatchPlanProps } from './batch/batch-plan.js';
export type { BatchRootProps, BatchRootState } from './batch/batch-root.js';
export type {
  BatchLeftProps,
  BatchNoteProps,
  BatchProblemProps,
  BatchSummaryProps,
} from './batch/batch-words.js';
export { Queue, type QueueBatchesProps, type QueueRootProps, type QueueRootState } from './batch/queue.js';
export type { AnswerProblem, Choice, Commit } from './card/answers.js';
export { type BatchCard, useBatchCard } from './card/batch-context.js';
export { jumpToCard } from './card/jump-to-card.js';
export { type KeyBinding, type KeyVerb, keyMap } from './card/keys.js';
export { AgentChat, type AgentChatProps } from './chat/agent-chat.js';
export type { ChatCallProps } from './chat/call-line.js';
export { Chat, type ChatRootProps } from './chat/chat.js';
export type { ChatSlots, PartSlotProps, RenderText, RunSlotProps } from './chat/chat-context.js';
export type { ChatMessagesProps } from './chat/chat-messages.js';
export type { ChatStatusProps } from './chat/chat-root.js';
export type { ChatJumpProps, ChatScrollProps, ChatThreadProps } from './chat/chat-thread.js';
export type { ChatMessageProps } from './chat/message.js';
export type { ChatEditProps, ChatRegenerateProps } from './chat/message-actions.js';
export type { ChatEditorProps } from './chat/message-editor.js';
export type {
  ChatFileProps,
  ChatReasoningProps,
  ChatSourceProps,
  ChatTextProps,
} from './chat/message-parts.js';
export { RunStatus, type RunStatusProps } from './chat/run-status.js';
export { type ChatEmptyProps, Thread, type ThreadProps } from './chat/thread.js';
export type { Attachment, AttachmentRules } from './composer/attachment.js';
export { Composer, type ComposerProps } from './composer/composer.js';
export type { ComposerAttachmentProps, ComposerAttachmentsProps } from './composer/composer-attachments.js';
export type { ComposerButtonProps } from './composer/composer-buttons.js';
export type { ComposerHintProps } from './composer/composer-hint.js';
export type { ComposerInputProps } from './composer/composer-input.js';
export type { ComposerQueueProps } from './composer/composer-queue.js';
export type { ComposerRootProps } from './composer/composer-root.js';
export { EventFeed, type EventFeedProps } from './feed/event-feed.js';
export { Feed, type FeedParts } from './feed/feed.js';
export type {
  FeedCountProps,
  FeedCountState,
  FeedFollowProps,
  FeedFollowState,
  FeedTotalsProps,
} from './feed/feed-count.js';
export type { FeedDetailsProps } from './feed/feed-details.js';
export type { FeedExportProps, FeedExportState } from './feed/feed-export.js';
export type {
  FeedBarProps,
  FeedBarState,
  FeedRowProps,
  FeedRowState,
  FeedTimeProps,
  FeedWordsProps,
} from './feed/feed-line.js';
export type { FeedRowsProps, FeedRowsState } from './feed/feed-lines.js';
export type { FeedReplayProps, FeedScrubberProps } from './feed/feed-replay.js';
export type { FeedRootProps, FeedRootState, FeedTitleProps } from './feed/feed-root.js';
export type { FeedAgentsProps, FeedFilterProps, FeedSearchProps, FeedToolbarProps } from './feed/feed-toolbar.js';
export { FloatingEventFeed, type FloatingEventFeedProps } from './feed/floating-event-feed.js';
export type { FeedSource } from './feed/use-feed-state.js';
export { type Replay, type UseReplayOptions, useReplay } from './feed/use-replay.js';
export type { FieldControlProps } from './form/form-slots.js';
export type { FormStrings } from './form/form-strings.js';
export { JsonChanges, type JsonChangesProps } from './form/json-changes.js';
export { SchemaField, type SchemaFieldProps } from './form/schema-field.js';
export { SchemaForm, type SchemaFormProps, type SchemaFormState } from './form/schema-form.js';
export type { Format } from './format.js';
export type { GrantFactsProps, GrantItemProps, GrantRevokeProps, GrantWordsProps } from './grants/grant-item.js';
export type { GrantItemsProps, GrantsEmptyProps, GrantsProblemProps, GrantsTitleProps } from './grants/grant-list.js';
export { GrantList } from './grants/grant-parts.js';
export { type GrantLanguage, type GrantTerms, grantWords } from './grants/grant-words.js';
export type { GrantLine } from './grants/grants-context.js';
export { GrantsPanel, type GrantsPanelProps } from './grants/grants-panel.js';
export type { GrantsRootProps } from './grants/grants-root.js';
export { RememberChoice } from './grants/remember-choice.js';
export { RememberMenu, type RememberMenuProps } from './grants/remember-menu.js';
export type { RememberSelectProps, RememberWordsProps } from './grants/remember-parts.js';
export type { RememberRootProps } from './grants/remember-root.js';
export { arabicStrings } from './languages/ar.js';
export { ClientToolOutlet, type ClientToolOutletProps } from './outlet/client-tool-outlet.js';
export type { DiffLibrary } from './preview/diff-library.js';
export type { DiffLayout } from './preview/diff-rows.js';
export type { DiffViewProps } from './preview/diff-view.js';
export type { ImageViewProps } from './preview/image-view.js';
export { Preview } from './preview/preview.js';
export type { PreviewContentProps } from './preview/preview-content.js';
export type { PreviewStrings } from './preview/preview-strings.js';
export { PreviewView, type PreviewViewProps, type PreviewViewState } from './preview/preview-view.js';
export type { TableViewProps } from './preview/table-view.js';
export type { CountersignStrings, StringOverrides } from './strings.js';
export { defaultStrings } from './strings.js';
export { StringsProvider, type StringsProviderProps, useFormat, useStrings } from './strings-provider.js';
export type { RunTask, TaskOptions, TaskProgress } from './tools/background-task.js';
export { backgroundTask } from './tools/background-task.js';
export { ClientTool } from './tools/client-tool.js';
export type {
  ClientToolActionsProps,
  ClientToolButtonState,
  ClientToolFailProps,
  ClientToolProblemProps,
  ClientToolSubmitProps,
} from './tools/client-tool-actions.js';
export { type ClientToolControl, useClientTool } from './tools/client-tool-context.js';
export type {
  ClientToolBodyProps,
  ClientToolRootProps,
  ClientToolState,
  ClientToolTitleProps,
} from './tools/client-tool-root.js';
export { Confirm, type ConfirmInput, type ConfirmOutput } from './tools/confirm.js';
export type { FileLimits } from './tools/file-limits.js';
export {
  FilePicker,
  type FilePickerInput,
  type FilePickerOptions,
  type FilePickerOutput,
  type FilePickerProps,
  filePicker,
} from './tools/file-picker.js';
export type { LocationOutput, LocationPrecision } from './tools/location-request.js';
export {
  LocationRequest,
  type LocationRequestInput,
  type LocationRequestOptions,
  type LocationRequestProps,
  locationRequest,
} from './tools/location-request.js';
export type { FileRead, PickedFile } from './tools/read-files.js';
export { type ResultSchema, type SchemaFormToolOptions, schemaFormTool } from './tools/schema-form-tool.js';
export type { ToolAnswer, ToolAttempt, ToolResult } from './tools/use-tool-answer.js';
export { DeceptiveNotice, type DeceptiveNoticeProps } from './value/deceptive-notice.js';
export { DeceptiveText, type DeceptiveTextProps } from './value/marked-text.js';
export { Value } from './value/value.js';
export type { CopyProps, CopyState, RevealAllProps, RevealAllState } from './value/value-actions.js';
export type { ValueFieldProps, ValueFieldsProps } from './value/value-fields.js';
export type { ValueJsonProps } from './value/value-json.js';
export type { ValueRootProps, ValueRootState } from './value/value-root.js';
export type { DeceptiveStrings, HiddenStrings, ValueStrings } from './value/value-strings.js';
export { type HiddenNoteProps, ValueView, type ValueViewProps } from './value/value-view.js';
