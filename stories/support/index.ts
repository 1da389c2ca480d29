export { clearEnv, deleteOld, invite, makeFolder, pickLogo, readPlan, releasePlan } from './calls.js';
export { partsOf } from './parts.js';
export { quiet } from './quiet.js';
export { given, leaveAll, runOf, type StoryRun, type StoryScript, showRun } from './scripted-run.js';
export { type WorkspaceLog, workspaceTools } from './workspace-tools.js';
