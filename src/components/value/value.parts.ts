export { Copy, RevealAll } from './value-actions.js';
export { ValueField as Field, ValueFields as Fields } from './value-fields.js';
export { ValueJson as Json } from './value-json.js';
export { ValueRoot as Root } from './value-root.js';
export { HiddenNote } from './value-view.js';
