export {
  ApprovalActions as Actions,
  ApprovalChange as Change,
  ApprovalDefer as Defer,
  ApprovalDeny as Deny,
  ApprovalEdit as Edit,
} from './approval-actions.js';
export {
  ApprovalDescription as Description,
  ApprovalFacts as Facts,
  ApprovalMark as Mark,
  ApprovalReason as Reason,
  ApprovalRisk as Risk,
  ApprovalTitle as Title,
  ApprovalWhen as When,
} from './approval-facts.js';
export { ApprovalEditForm as EditForm, ApprovalReasonForm as ReasonForm } from './approval-forms.js';
export {
  ApprovalDeceptive as Deceptive,
  ApprovalInput as Input,
  ApprovalOpenBeside as OpenBeside,
  ApprovalPreview as Preview,
  ApprovalShowInput as ShowInput,
} from './approval-input.js';
export { ApprovalAgent as Agent, ApprovalOrigin as Origin } from './approval-origin.js';
export {
  ApprovalProblem as Problem,
  ApprovalProgress as Progress,
  ApprovalStatus as Status,
} from './approval-outcome.js';
export { ApprovalPeople as People } from './approval-people.js';
export { ApprovalRecord as Record } from './approval-record.js';
export { ApprovalRemember as Remember } from './approval-remember.js';
export { ApprovalRoot as Root } from './approval-root.js';
export { ApprovalCountdown as Countdown, ApprovalExtend as Extend } from './approval-time.js';
export { ApprovalApprove as Approve } from './approve-button.js';
