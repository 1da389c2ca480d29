export { type ConnectEnvironment, type ConnectOptions, type ConnectResult, connectModel } from './connect-model.js';
export { type ConnectServerResult, connectServer } from './connect-server.js';
export { currentPage, type Page } from './page.js';
export type { ConnectProblem, ProblemKind } from './problems.js';
export { hostOf, type Server, type ServerKind, serverAgent, serverKinds } from './server.js';
