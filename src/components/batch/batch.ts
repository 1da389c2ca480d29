'use client';
import { BatchApproveAll, BatchApproveLowRisk, BatchDeferAll, BatchDenyAll, BatchSubmit } from './batch-answers.js';
import { BatchCountdown, BatchExtend } from './batch-countdown.js';
import { BatchDenyReason } from './batch-deny.js';
import { BatchFooter } from './batch-footer.js';
import { BatchHeader, BatchOwner, BatchProgress, BatchRound, BatchTitle } from './batch-header.js';
import { BatchHelp, BatchKeys } from './batch-help.js';
import { BatchItems } from './batch-items.js';
import { BatchPlan } from './batch-plan.js';
import { BatchRoot } from './batch-root.js';
import { BatchLeft, BatchNote, BatchProblem, BatchSummary } from './batch-words.js';

interface BatchParts {
  readonly Root: typeof BatchRoot;
  readonly Header: typeof BatchHeader;
  readonly Title: typeof BatchTitle;
  readonly Owner: typeof BatchOwner;
  readonly Round: typeof BatchRound;
  readonly Progress: typeof BatchProgress;
  readonly Countdown: typeof BatchCountdown;
  readonly Extend: typeof BatchExtend;
  readonly Help: typeof BatchHelp;
  readonly Keys: typeof BatchKeys;
  readonly Plan: typeof BatchPlan;
  readonly Items: typeof BatchItems;
  readonly Footer: typeof BatchFooter;
  readonly Summary: typeof BatchSummary;
  readonly Submit: typeof BatchSubmit;
  readonly ApproveAll: typeof BatchApproveAll;
  readonly ApproveLowRisk: typeof BatchApproveLowRisk;
  readonly DenyAll: typeof BatchDenyAll;
  readonly DenyReason: typeof BatchDenyReason;
  readonly DeferAll: typeof BatchDeferAll;
  readonly Left: typeof BatchLeft;
  readonly Problem: typeof BatchProblem;
  readonly Note: typeof BatchNote;
}

/** The parts of a batch: all calls of one model response that need people. `ApprovalQueue` is made of them; so is yours. */
export const Batch: BatchParts = {
  Root: BatchRoot,
  Header: BatchHeader,
  Title: BatchTitle,
  Owner: BatchOwner,
  Round: BatchRound,
  Progress: BatchProgress,
  Countdown: BatchCountdown,
  Extend: BatchExtend,
  Help: BatchHelp,
  Keys: BatchKeys,
  Plan: BatchPlan,
  Items: BatchItems,
  Footer: BatchFooter,
  Summary: BatchSummary,
  Submit: BatchSubmit,
  ApproveAll: BatchApproveAll,
  ApproveLowRisk: BatchApproveLowRisk,
  DenyAll: BatchDenyAll,
  DenyReason: BatchDenyReason,
  DeferAll: BatchDeferAll,
  Left: BatchLeft,
  Problem: BatchProblem,
  Note: BatchNote,
};
