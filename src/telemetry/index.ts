export { createRunTracer, type RunTracerOptions } from './run-tracer.js';
