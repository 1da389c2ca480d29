import type { ToolSchema } from '../protocol/schema.js';

/** Accepts every input, because the server validates it. It has no description for a form. */
export const anyInput: ToolSchema = {
  '~standard': { version: 1, vendor: 'countersign', validate: (value) => ({ value }) },
};
