export { type ConnectEnvironment, type ConnectOptions, type ConnectResult, connectModel } from './connect-model.js';
export { currentPage, type Page } from './page.js';
export type { ConnectProblem, ProblemKind } from './problems.js';
