import type { JSONValue } from '../protocol/base/json.js';
import { definedProps, isRecord } from '../protocol/base/record.js';
import type { ToolResultOutput } from '../tools/ai-fields.js';
import type { McpContent, McpResource, McpResult } from './call-server.js';

/**
 * Returns the result as the model reads it: text as text; images, audio and other files as files; everything else as
 * JSON.
 */
export function toMcpModelOutput({ content, structuredContent }: McpResult): ToolResultOutput {
  // Parsed from JSON.
  if (content.length === 0) return { type: 'json', value: (structuredContent ?? null) as JSONValue };
  return { type: 'content', value: content.map(toContentPart) };
}

type ContentPart = Extract<ToolResultOutput, { type: 'content' }>['value'][number];

function toContentPart(part: McpContent): ContentPart {
  const { type, text, data, mimeType, resource } = part;
  if (type === 'text' && text !== undefined) return { type: 'text', text };
  if ((type === 'image' || type === 'audio') && data !== undefined && mimeType !== undefined)
    return { type: 'file', mediaType: mimeType, data: { type: 'data', data } };
  const embedded = type === 'resource' && isRecord(resource) ? toResourcePart(resource) : undefined;
  return embedded ?? { type: 'text', text: JSON.stringify(part) };
}

/** Returns `undefined` for a resource without content. */
function toResourcePart({ uri, mimeType, text, blob }: McpResource): ContentPart | undefined {
  const address = typeof uri === 'string' ? uri : '';
  if (typeof text === 'string') return { type: 'text', text: `${address}\n\n${text}` };
  if (typeof blob !== 'string') return undefined;
  const mediaType = typeof mimeType === 'string' ? mimeType : 'application/octet-stream';
  return {
    type: 'file',
    mediaType,
    data: { type: 'data', data: blob },
    ...definedProps({ filename: fileName(address) }),
  };
}

function fileName(address: string): string | undefined {
  const name = address.split(/[?#]/)[0]?.split('/').at(-1);
  return name === '' ? undefined : name;
}
