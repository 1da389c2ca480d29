/**
 * Marks a tool whose call ends the run. `input`: the model's input is the output. `result`: the result of `execute` is.
 */
export const endsRun: unique symbol = Symbol.for('countersign.ends-run');
