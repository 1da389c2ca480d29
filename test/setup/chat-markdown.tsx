import { AgentChat } from '../../src/components/index.js';
import { renderMarkdown } from '../../src/markdown/index.js';

/** A page that shows a chat with Markdown. */
export { AgentChat, renderMarkdown };
