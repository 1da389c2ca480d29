import type { JSONValue } from '../protocol/base/json.js';
import type { ToolResultOutput } from '../tools/ai-fields.js';
import type { McpContent, McpResult } from './call-server.js';

/** What the model reads of a result: texts as texts, images and sounds as files, and of all else its JSON. */
export function toMcpModelOutput({ content, structuredContent }: McpResult): ToolResultOutput {
  if (content.length === 0) return { type: 'json', value: (structuredContent ?? null) as JSONValue }; // it came as JSON
  return { type: 'content', value: content.map(toContentPart) };
}

type ContentPart = Extract<ToolResultOutput, { type: 'content' }>['value'][number];

function toContentPart(part: McpContent): ContentPart {
  const { type, text, data, mimeType } = part;
  if (type === 'text' && text !== undefined) return { type: 'text', text };
  if ((type === 'image' || type === 'audio') && data !== undefined && mimeType !== undefined)
    return { type: 'file', mediaType: mimeType, data: { type: 'data', data } };
  return { type: 'text', text: JSON.stringify(part) };
}
