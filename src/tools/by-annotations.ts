import { isRecord } from '../protocol/record.js';
import type { ToolCandidate } from './tool-selector.js';

/**
 * For MCP tools: asks for every call but those of tools that say they only read (`readOnlyHint`), and always where a tool says
 * that it destroys (`destructiveHint`). `@ai-sdk/mcp` keeps what a server says at `metadata.annotations`, and it is read there.
 * A server can say what it likes: trust the hints of servers that you trust.
 *
 * @example const tools = approvalRequired(await mcpClient.tools(), byAnnotations());
 */
export function byAnnotations(): (candidate: ToolCandidate) => boolean {
  return ({ tool }) => {
    const found = tool.metadata?.annotations;
    const annotations = isRecord(found) ? found : {};
    return annotations.readOnlyHint !== true || annotations.destructiveHint === true;
  };
}
