/** Marks a tool whose call ends the run. `input`: what the model wrote is the output, and nothing runs. `result`: what the tool's own code gives. */
export const endsRun: unique symbol = Symbol.for('countersign.ends-run');
