/** Marks a tool as ours, so that one of the AI SDK is known by its absence. Its type carries the deps that the tool needs. */
export const toolMark: unique symbol = Symbol.for('countersign.tool');

/** Marks a tool whose work is the run of another agent: its steps are kept one by one. */
export const runsAgent: unique symbol = Symbol.for('countersign.runs-agent');
