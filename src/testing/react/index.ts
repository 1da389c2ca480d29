export { type RenderedAgent, renderAgent } from './render-agent.js';
