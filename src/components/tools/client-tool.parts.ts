export {
  ClientToolActions as Actions,
  ClientToolFail as Fail,
  ClientToolProblem as Problem,
  ClientToolSubmit as Submit,
} from './client-tool-actions.js';
export { ClientToolCutOff as CutOff, ClientToolRunAgain as RunAgain } from './client-tool-again.js';
export { ClientToolBody as Body, ClientToolRoot as Root, ClientToolTitle as Title } from './client-tool-root.js';
