export { mcpToolset } from './mcp-toolset.js';
