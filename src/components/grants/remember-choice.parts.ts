export {
  RememberLifetime as Lifetime,
  RememberScopeMenu as Scope,
  RememberWords as Words,
} from './remember-parts.js';
export { RememberRoot as Root } from './remember-root.js';
