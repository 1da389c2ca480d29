export { ComposerAttachment as Attachment, ComposerAttachments as Attachments } from './composer-attachments.js';
export { ComposerAttach as Attach, ComposerSend as Send, ComposerStop as Stop } from './composer-buttons.js';
export { ComposerHint as Hint } from './composer-hint.js';
export { ComposerInput as Input } from './composer-input.js';
export { ComposerQueue as Queue } from './composer-queue.js';
export { ComposerRoot as Root } from './composer-root.js';
