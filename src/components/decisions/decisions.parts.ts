export {
  DecisionsEmpty as Empty,
  DecisionsItem as Item,
  DecisionsItems as Items,
  DecisionsProblem as Problem,
} from './decision-items.js';
export {
  DecisionsExport as Export,
  DecisionsFilter as Filter,
  DecisionsSearch as Search,
  DecisionsTitle as Title,
} from './decision-tools.js';
export { DecisionsRoot as Root } from './decisions-root.js';
