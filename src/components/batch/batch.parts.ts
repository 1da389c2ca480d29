export {
  BatchApproveAll as ApproveAll,
  BatchApproveLowRisk as ApproveLowRisk,
  BatchDeferAll as DeferAll,
  BatchDenyAll as DenyAll,
  BatchSubmit as Submit,
} from './batch-answers.js';
export { BatchBulk as Bulk } from './batch-bulk.js';
export { BatchCountdown as Countdown, BatchExtend as Extend } from './batch-countdown.js';
export { BatchDenyReason as DenyReason } from './batch-deny.js';
export { BatchFooter as Footer } from './batch-footer.js';
export {
  BatchHeader as Header,
  BatchOwner as Owner,
  BatchProgress as Progress,
  BatchRound as Round,
  BatchTitle as Title,
} from './batch-header.js';
export { BatchHelp as Help, BatchKeys as Keys } from './batch-help.js';
export { BatchItems as Items } from './batch-items.js';
export { BatchPlan as Plan } from './batch-plan.js';
export { BatchRoot as Root } from './batch-root.js';
export { BatchUndo as Undo } from './batch-undo.js';
export {
  BatchLeft as Left,
  BatchNote as Note,
  BatchProblem as Problem,
  BatchSummary as Summary,
} from './batch-words.js';
