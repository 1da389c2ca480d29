export { GrantFacts as Facts, GrantItem as Item, GrantRevoke as Revoke, GrantWords as Words } from './grant-item.js';
export {
  GrantItems as Items,
  GrantsEmpty as Empty,
  GrantsProblem as Problem,
  GrantsTitle as Title,
} from './grant-list.js';
export { GrantsRoot as Root } from './grants-root.js';
