import { AgentChat } from '../../src/components/index.js';

/** A page that shows the chat and nothing else. */
export { AgentChat };
