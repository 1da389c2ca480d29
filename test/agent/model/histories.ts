import type { AssistantContent, ModelMessage, ToolContent, UserContent } from 'ai';
import fc from 'fast-check';

type Parts<CONTENT extends string | readonly unknown[]> = Extract<CONTENT, readonly unknown[]>[number];

const providerOptions = fc.option(
  fc.dictionary(fc.constantFrom('acme', 'other'), fc.dictionary(fc.constantFrom('a', 'b'), fc.integer())),
  {
    nil: undefined,
  },
);

/** Adds provider options to some of the parts. */
function some<PART extends object>(part: fc.Arbitrary<PART>): fc.Arbitrary<PART> {
  return fc
    .tuple(part, providerOptions)
    .map(([made, options]) => (options === undefined ? made : { ...made, providerOptions: options }));
}

const text = fc.oneof(fc.constant(''), fc.string());
// The media type cannot be detected from these bytes: see the table of differences.
const bytes = fc.uint8Array({ maxLength: 20 }).map((rest) => Uint8Array.from([0x20, ...rest]));
const base64 = bytes.map((data) => Buffer.from(data).toString('base64'));
const url = fc.constantFrom('https://a.test/b.png', 'https://a.test', 'http://a.test/ü');
const reference = fc.constant({ acme: 'file-1' });
const mediaType = fc.constantFrom('image/png', 'image/*', 'image', 'application/pdf', 'text/plain');

const bareData = fc.oneof(
  bytes,
  bytes.map((data) => data.buffer),
  base64,
  url,
  url.map((href) => new URL(href)),
  base64.map((data) => `data:image/webp;base64,${data}`),
  base64.map((data) => new URL(`data:text/plain;base64,${data}`)),
);
const taggedData = fc.oneof(
  fc.oneof(bytes, base64).map((data) => ({ type: 'data' as const, data })),
  url.map((href) => ({ type: 'url' as const, url: new URL(href) })),
);
const fileData = fc.oneof(
  bareData,
  taggedData,
  reference,
  reference.map((made) => ({ type: 'reference' as const, reference: made })),
  text.map((made) => ({ type: 'text' as const, text: made })),
);
const filename = fc.option(fc.constant('a.pdf'), { nil: undefined });

const filePart = fc.record({ data: fileData, mediaType, filename }).map(({ filename: name, ...rest }) => ({
  type: 'file' as const,
  ...rest,
  ...(name === undefined ? {} : { filename: name }),
}));
const textPart = text.map((made) => ({ type: 'text' as const, text: made }));
const imagePart = fc
  .record({ image: fc.oneof(bareData, reference), mediaType: fc.option(fc.constant('image/gif'), { nil: undefined }) })
  .map(({ image, mediaType: type }) => ({
    type: 'image' as const,
    image,
    ...(type === undefined ? {} : { mediaType: type }),
  }));

const userContent: fc.Arbitrary<UserContent> = fc.oneof(
  text,
  fc.array(some<Parts<UserContent>>(fc.oneof(textPart, imagePart, filePart)), { maxLength: 4 }),
);

const resultItem = fc.oneof(
  textPart,
  filePart.filter((part) => typeof part.data === 'object' && 'type' in part.data),
  fc.constant({ type: 'custom' as const }),
  base64.map((data) => ({ type: 'file-data' as const, data, mediaType: 'application/pdf', filename: 'b.pdf' })),
  base64.map((data) => ({ type: 'image-data' as const, data, mediaType: 'image/png' })),
  url.map((href) => ({ type: 'file-url' as const, url: href, mediaType: 'application/pdf' })),
  url.map((href) => ({ type: 'image-url' as const, url: href })),
  fc.oneof(fc.constant('id'), reference).map((fileId) => ({ type: 'file-id' as const, fileId })),
  fc.oneof(fc.constant('id'), reference).map((fileId) => ({ type: 'image-file-id' as const, fileId })),
  reference.map((providerReference) => ({ type: 'file-reference' as const, providerReference })),
  reference.map((providerReference) => ({ type: 'image-file-reference' as const, providerReference })),
);

type Output = Extract<Parts<ToolContent>, { type: 'tool-result' }>['output'];
type Content = Extract<Output, { type: 'content' }>['value'];

const output: fc.Arbitrary<Output> = fc.oneof(
  some(text.map((value) => ({ type: 'text' as const, value }))),
  fc.jsonValue({ maxDepth: 3 }).map((value) => ({ type: 'json' as const, value: value as null })),
  text.map((value) => ({ type: 'error-text' as const, value })),
  fc.jsonValue({ maxDepth: 2 }).map((value) => ({ type: 'error-json' as const, value: value as null })),
  text.map((reason) => ({ type: 'execution-denied' as const, reason })),
  fc.array(some(resultItem), { maxLength: 3 }).map((value) => ({ type: 'content' as const, value: value as Content })),
);

const reasoningFile = fc
  .record({ data: fc.oneof(bareData, taggedData), mediaType })
  .map((made) => ({ type: 'reasoning-file' as const, ...made }));

/** Every part of a response except the calls that this side answers. */
const ownPart: fc.Arbitrary<Parts<AssistantContent>> = fc.oneof(
  textPart,
  filePart,
  reasoningFile,
  text.map((made) => ({ type: 'reasoning' as const, text: made })),
  fc.constant({ type: 'custom' as const, kind: 'acme.thing' as const }),
  fc.constant({ type: 'tool-call' as const, toolCallId: 'p', toolName: 'web', input: {}, providerExecuted: true }),
  output.map((made) => ({ type: 'tool-result' as const, toolCallId: 'p', toolName: 'web', output: made })),
  fc.constant({ type: 'tool-approval-request' as const, approvalId: 'a', toolCallId: 'p' }),
);

const approval: fc.Arbitrary<Parts<ToolContent>> = fc
  .record({ approved: fc.boolean(), reason: fc.option(text, { nil: undefined }), providerExecuted: fc.boolean() })
  .map(({ reason, ...made }) => ({
    type: 'tool-approval-response' as const,
    approvalId: 'a',
    ...made,
    ...(reason === undefined ? {} : { reason }),
  }));

function message(made: fc.Arbitrary<ModelMessage>): fc.Arbitrary<ModelMessage> {
  return some(made as fc.Arbitrary<ModelMessage & object>);
}

/** A response with calls, and their results, in one tool message or in several. */
const exchange: fc.Arbitrary<ModelMessage[]> = fc
  .record({
    own: fc.array(some(ownPart), { maxLength: 4 }),
    inputs: fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 3 }),
    outputs: fc.array(output, { minLength: 3, maxLength: 3 }),
    approvals: fc.array(approval, { maxLength: 2 }),
    isSplit: fc.boolean(),
    options: fc.array(providerOptions, { minLength: 4, maxLength: 4 }),
  })
  .map(({ own, inputs, outputs, approvals, isSplit, options }) => {
    const calls = inputs.map((input, index) => ({
      type: 'tool-call' as const,
      toolCallId: `c${index}`,
      toolName: 't',
      input,
    }));
    const results = calls.map(({ toolCallId, toolName }, index) => ({
      type: 'tool-result' as const,
      toolCallId,
      toolName,
      output: outputs[index] ?? { type: 'text' as const, value: '' },
    }));
    const groups: ToolContent[] = isSplit
      ? [...results.map((result) => [result]), approvals]
      : [[...results, ...approvals]];
    const tools = groups.map((content, index) => withOptions({ role: 'tool' as const, content }, options[index]));
    return [{ role: 'assistant', content: [...own, ...calls] }, ...tools];
  });

function withOptions<T extends object>(made: T, options: object | undefined): T {
  return options === undefined ? made : { ...made, providerOptions: options };
}

/** Histories of every kind that a provider accepts. */
export const histories: fc.Arbitrary<ModelMessage[]> = fc
  .array(
    fc.oneof(
      message(userContent.map((content) => ({ role: 'user', content }))).map((made) => [made]),
      message(text.map((content) => ({ role: 'system', content }))).map((made) => [made]),
      message(text.map((content) => ({ role: 'assistant', content }))).map((made) => [made]),
      exchange,
    ),
    { maxLength: 6 },
  )
  .map((messages) => messages.flat());
