import type { ToolSchema } from '../../protocol/schema.js';

/** Takes what its server takes: the server checks it. It has no words for a form. */
export const anyInput: ToolSchema = {
  '~standard': { version: 1, vendor: 'countersign', validate: (value) => ({ value }) },
};
