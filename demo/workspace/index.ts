export { WorkspaceError, type WorkspaceErrorCode } from './errors.js';
export type { FileEntry, SearchMatch } from './files.js';
export type { FileInFolder, FileWriter, Folder } from './folder.js';
export { normalisePath } from './paths.js';
export { type FileLifetime as Keeping, ownPlace, type Place } from './place.js';
export { isProtected, PROTECTED } from './protected.js';
export { SEED } from './seed.js';
export { openWorkspace, type Workspace, type WorkspaceOptions } from './workspace.js';
