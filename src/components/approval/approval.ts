import {
  ApprovalActions,
  ApprovalChange,
  ApprovalDefer,
  ApprovalDeny,
  ApprovalEdit,
  ApprovalRemember,
} from './approval-actions.js';
import {
  ApprovalAgent,
  ApprovalDescription,
  ApprovalFacts,
  ApprovalMark,
  ApprovalRisk,
  ApprovalTitle,
  ApprovalWhen,
  ApprovalWhy,
} from './approval-facts.js';
import { ApprovalEditForm, ApprovalReasonForm } from './approval-forms.js';
import { ApprovalDeceptive, ApprovalInput, ApprovalPreview } from './approval-input.js';
import { ApprovalProblem, ApprovalProgress, ApprovalStatus } from './approval-outcome.js';
import { ApprovalRecord } from './approval-record.js';
import { ApprovalRoot } from './approval-root.js';
import { ApprovalCountdown, ApprovalExtend } from './approval-time.js';
import { ApprovalApprove } from './approve-button.js';

/** The parts of a card for one call that needs a yes. `ApprovalCard` is made of them. */
export const Approval: {
  readonly Root: typeof ApprovalRoot;
  readonly When: typeof ApprovalWhen;
  readonly Mark: typeof ApprovalMark;
  readonly Title: typeof ApprovalTitle;
  readonly Risk: typeof ApprovalRisk;
  readonly Why: typeof ApprovalWhy;
  readonly Agent: typeof ApprovalAgent;
  readonly Description: typeof ApprovalDescription;
  readonly Facts: typeof ApprovalFacts;
  readonly Deceptive: typeof ApprovalDeceptive;
  readonly Input: typeof ApprovalInput;
  readonly Preview: typeof ApprovalPreview;
  readonly Countdown: typeof ApprovalCountdown;
  readonly Extend: typeof ApprovalExtend;
  readonly Actions: typeof ApprovalActions;
  readonly Approve: typeof ApprovalApprove;
  readonly Deny: typeof ApprovalDeny;
  readonly Edit: typeof ApprovalEdit;
  readonly Defer: typeof ApprovalDefer;
  readonly Change: typeof ApprovalChange;
  readonly Remember: typeof ApprovalRemember;
  readonly ReasonForm: typeof ApprovalReasonForm;
  readonly EditForm: typeof ApprovalEditForm;
  readonly Problem: typeof ApprovalProblem;
  readonly Status: typeof ApprovalStatus;
  readonly Progress: typeof ApprovalProgress;
  readonly Record: typeof ApprovalRecord;
} = {
  Root: ApprovalRoot,
  When: ApprovalWhen,
  Mark: ApprovalMark,
  Title: ApprovalTitle,
  Risk: ApprovalRisk,
  Why: ApprovalWhy,
  Agent: ApprovalAgent,
  Description: ApprovalDescription,
  Facts: ApprovalFacts,
  Deceptive: ApprovalDeceptive,
  Input: ApprovalInput,
  Preview: ApprovalPreview,
  Countdown: ApprovalCountdown,
  Extend: ApprovalExtend,
  Actions: ApprovalActions,
  Approve: ApprovalApprove,
  Deny: ApprovalDeny,
  Edit: ApprovalEdit,
  Defer: ApprovalDefer,
  Change: ApprovalChange,
  Remember: ApprovalRemember,
  ReasonForm: ApprovalReasonForm,
  EditForm: ApprovalEditForm,
  Problem: ApprovalProblem,
  Status: ApprovalStatus,
  Progress: ApprovalProgress,
  Record: ApprovalRecord,
};
