export { AsideOpen as Open } from './aside-open.js';
export { AsideClose as Close, AsideContent as Content, AsideTitle as Title } from './aside-parts.js';
export { AsideRoot as Root } from './aside-root.js';
