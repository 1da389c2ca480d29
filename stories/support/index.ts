export { clearEnv, deleteOld, invite, pickLogo, readPlan } from './calls.js';
export { given, runOf, type StoryRun, type StoryScript, showRun } from './scripted-run.js';
export { type WorkspaceLog, workspaceTools } from './workspace-tools.js';
