import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import fc from 'fast-check';
import { finish } from './support.js';

export type Part = LanguageModelV4StreamPart;

const metadata = fc.option(fc.record({ acme: fc.record({ n: fc.integer() }) }), { nil: undefined });
const metadataOf = (providerMetadata: object | undefined): object =>
  providerMetadata === undefined ? {} : { providerMetadata };
const word = fc.oneof(fc.constant(''), fc.string());
const toolName = fc.constantFrom('search', 'write', 'ghost');
const json = fc.dictionary(
  fc.string().filter((key) => key !== '__proto__' && key !== 'constructor'),
  fc.jsonValue({ maxDepth: 2 }),
);
const input = fc.oneof(
  json.map((value) => JSON.stringify(value)),
  fc.constantFrom('', '{"a":', '[1,2]', '{}', 'no json'),
);

/** A complete block of a stream with this id. */
type Block = (id: string) => Part[];

const textBlock: fc.Arbitrary<Block> = fc
  .record({
    type: fc.constantFrom('text' as const, 'reasoning' as const),
    deltas: fc.array(fc.tuple(word, metadata), { maxLength: 4 }),
    ends: metadata,
  })
  .map(({ type, deltas, ends }) => (id) => [
    { type: `${type}-start`, id },
    ...deltas.map(([delta, about]) => ({ type: `${type}-delta` as const, id, delta, ...metadataOf(about) })),
    { type: `${type}-end`, id, ...metadataOf(ends) },
  ]);

const callBlock: fc.Arbitrary<Block> = fc
  .record({ toolName, input, about: metadata, isWritten: fc.boolean() })
  .map(({ about, isWritten, ...call }) => (id) => [
    ...(isWritten
      ? [
          { type: 'tool-input-start' as const, id, toolName: call.toolName },
          { type: 'tool-input-delta' as const, id, delta: call.input },
          { type: 'tool-input-end' as const, id },
        ]
      : []),
    { type: 'tool-call', toolCallId: id, ...call, ...metadataOf(about) },
  ]);

const providerBlock: fc.Arbitrary<Block> = fc
  .record({
    input: json.map((value) => JSON.stringify(value)),
    result: fc.oneof(fc.string(), json).map((value) => JSON.parse(JSON.stringify(value)) as string),
    ending: fc.constantFrom('result', 'error', 'preliminary', 'approval', 'none'),
    about: metadata,
  })
  .map(({ input: text, result, ending, about }) => (id) => {
    const call = { toolCallId: id, toolName: 'web' };
    const end = { type: 'tool-result' as const, ...call, result, ...metadataOf(about) };
    const endings: Record<string, Part[]> = {
      result: [end],
      error: [{ ...end, isError: true }],
      preliminary: [{ ...end, result: 'soon', preliminary: true }, end],
      approval: [{ type: 'tool-approval-request', approvalId: `a-${id}`, toolCallId: id }],
      none: [],
    };
    const made = { type: 'tool-call' as const, ...call, input: text, providerExecuted: true, dynamic: true };
    return [{ ...made, ...metadataOf(about) }, ...(endings[ending] ?? [])];
  });

const otherBlock: fc.Arbitrary<Block> = fc
  .tuple(
    fc.constantFrom<Part>(
      { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AQID' } },
      { type: 'file', mediaType: 'image/png', data: { type: 'data', data: new Uint8Array([1, 2]) } },
      { type: 'reasoning-file', mediaType: 'image/png', data: { type: 'data', data: 'AQID' } },
      { type: 'source', sourceType: 'url', id: 's', url: 'https://a.test' },
      { type: 'custom', kind: 'acme.thing' },
      { type: 'ping' },
      { type: 'raw', rawValue: 1 },
      { type: 'response-metadata', id: 'r' },
    ),
    metadata,
  )
  .map(([part, about]) => () => [{ ...part, ...metadataOf(about) } as Part]);

const block = fc.oneof(textBlock, callBlock, providerBlock, otherBlock);
const end = fc.constantFrom('stop', 'tool-calls', 'length', 'content-filter', 'other').map((reason) => finish(reason));

/** Streams that follow the contract, with overlapping blocks. */
export const legalStreams: fc.Arbitrary<Part[]> = fc
  .record({
    blocks: fc.array(block, { maxLength: 8 }),
    order: fc.array(fc.nat(), { minLength: 60, maxLength: 60 }),
    end,
  })
  .map(({ blocks, order, end: last }) => [
    { type: 'stream-start', warnings: [] },
    ...interleave(
      blocks.map((make, index) => make(`id-${index}`)),
      order,
    ),
    last,
  ]);

/** Takes parts from the blocks in turn. Each block keeps its order. */
function interleave(blocks: readonly Part[][], order: readonly number[]): Part[] {
  const open = blocks.map((parts) => [...parts]);
  const made: Part[] = [];
  for (let turn = 0; open.some((parts) => parts.length > 0); turn++) {
    const rest = open.filter((parts) => parts.length > 0);
    const part = rest[(order[turn % order.length] ?? 0) % rest.length]?.shift();
    if (part !== undefined) made.push(part);
  }
  return made;
}

/**
 * Streams that violate the contract: parts are missing, repeated or out of order, ids collide, and errors
 * occur in between.
 */
export const illegalStreams: fc.Arbitrary<Part[]> = fc
  .record({
    blocks: fc.array(fc.tuple(block, fc.constantFrom('a', 'b', 'c', '')), { maxLength: 8 }),
    changes: fc.array(fc.record({ kind: fc.constantFrom('drop', 'twice', 'swap', 'error'), at: fc.nat() }), {
      maxLength: 6,
    }),
    end: fc.option(end, { nil: undefined, freq: 6 }),
  })
  .map(({ blocks, changes, end: last }) => {
    const parts = blocks.flatMap(([make, id]) => make(id));
    for (const { kind, at } of changes) {
      const index = parts.length === 0 ? 0 : at % parts.length;
      const part = parts[index];
      if (part === undefined) continue;
      if (kind === 'drop') parts.splice(index, 1);
      if (kind === 'twice') parts.splice(index, 0, part);
      if (kind === 'swap') parts.splice(index + 1, 0, ...parts.splice(index, 1));
      if (kind === 'error' && at % 5 === 0) parts.splice(index, 0, { type: 'error', error: new Error('in between') });
    }
    return last === undefined ? parts : [...parts, last];
  });
