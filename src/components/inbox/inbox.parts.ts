export { InboxDecided as Decided, InboxPages as Pages } from './inbox-decided.js';
export { InboxHistory as History } from './inbox-history.js';
export { InboxBack as Back, InboxList as List } from './inbox-list.js';
export {
  InboxAsked as Asked,
  InboxEmpty as Empty,
  InboxNews as News,
  InboxProblem as Problem,
  InboxTitle as Title,
  InboxWaiting as Waiting,
} from './inbox-parts.js';
export { InboxRoot as Root } from './inbox-root.js';
