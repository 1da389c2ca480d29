export { clearEnv, deleteOld, invite, makeFolder, pickLogo, readPlan, releasePlan } from './calls.js';
export { ignoreCaughtErrors } from './ignore-caught-errors.js';
export { partsOf } from './parts.js';
export { deferAll, runOf, type StoryRun, type StoryScript, setUpRun, showRun } from './scripted-run.js';
export { type WorkspaceLog, workspaceTools } from './workspace-tools.js';
