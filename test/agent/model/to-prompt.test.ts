import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { ModelMessage } from 'ai';
import { convertToLanguageModelPrompt } from 'ai/internal';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { convertFiles } from '../../../src/agent/model/convert-files.js';
import { fetchFile } from '../../../src/agent/model/fetch-file.js';
import { PromptLog } from '../../../src/agent/model/prompt-log.js';
import { histories } from './histories.js';

// The SDK warns about older message formats that a history may contain.
vi.stubGlobal('AI_SDK_LOG_WARNINGS', false);

const provider = 'acme';
/** Every URL is supported, so that the SDK downloads nothing. */
const supportedUrls = { '*': [/.*/] };

/** Converts a history with our code, message by message, as in a run. */
async function ours(messages: readonly ModelMessage[], instructions: string | null = null, options = {}) {
  const loading = { supportedUrls, files: new Map(), signal: new AbortController().signal, ...options };
  const log = new PromptLog();
  for (let length = 0; length <= messages.length; length++) {
    await log.grow(messages.slice(0, length), (raw) => convertFiles(raw, { provider, ...loading }));
    log.toPrompt(instructions).push({ role: 'user', content: [] }); // the list is the model's own
  }
  return log.toPrompt(instructions);
}

/** Converts a history with the SDK, and omits members that are `undefined`, as our code does. */
async function theirs(messages: readonly ModelMessage[], instructions?: string): Promise<LanguageModelV4Prompt> {
  const prompt = { messages: [...messages], instructions };
  return await convertToLanguageModelPrompt({ prompt, supportedUrls, download: undefined, provider });
}

const callPart = { type: 'tool-call' as const, toolCallId: 'c', toolName: 't', input: {} };
const call: ModelMessage = { role: 'assistant', content: [callPart] };
const result = (toolCallId: string) => ({
  type: 'tool-result' as const,
  toolCallId,
  toolName: 't',
  output: { type: 'text' as const, value: 'x' },
});

/** Every intentional difference between our prompt and the SDK's. */
const differences: readonly {
  readonly what: string;
  readonly why: string;
  readonly messages: readonly ModelMessage[];
  /** The SDK's result: a prompt, or an error. */
  readonly sdk: unknown;
  readonly ours: unknown;
}[] = [
  {
    what: 'a file whose bytes contradict its type',
    why: 'the SDK sniffs images and corrects the type; the tables are not worth their bytes in a page, and providers sniff where it matters',
    messages: [{ role: 'user', content: [{ type: 'file', mediaType: 'image/jpeg', data: 'iVBORw0KGgo=' }] }],
    sdk: [{ content: [{ mediaType: 'image/png' }] }],
    ours: [{ content: [{ mediaType: 'image/jpeg' }] }],
  },
  {
    what: 'a data: URL that is not base64',
    why: 'the SDK takes its text for base64 and fails',
    messages: [{ role: 'user', content: [{ type: 'file', mediaType: 'text/plain', data: 'data:text/plain,a%20b' }] }],
    sdk: 'Invalid character',
    ours: [{ content: [{ data: { type: 'data', data: 'YSBi' } }] }],
  },
  {
    what: 'a data: URL in tagged data',
    why: 'the SDK refuses it; what is meant is plain',
    messages: [
      {
        role: 'user',
        content: [
          { type: 'file', mediaType: 'text/plain', data: { type: 'data', data: 'data:text/plain;base64,YQ==' } },
        ],
      },
    ],
    sdk: 'Data URLs are not valid inline data',
    ours: [{ content: [{ data: { type: 'data', data: 'YQ==' } }] }],
  },
  {
    what: 'a URL that went through JSON',
    why: 'a history is stored as JSON, where a URL is text; the SDK passes the text on, and providers break on it',
    messages: JSON.parse(
      JSON.stringify([
        {
          role: 'user',
          content: [
            { type: 'file', mediaType: 'image/png', data: { type: 'url', url: new URL('https://a.test/b.png') } },
          ],
        },
      ]),
    ),
    sdk: [{ content: [{ data: { url: 'https://a.test/b.png' } }] }],
    ours: [{ content: [{ data: { url: new URL('https://a.test/b.png') } }] }],
  },
  {
    what: 'a file-url result without a type',
    why: 'the SDK guesses from the extension; this shape is deprecated, so the guess is not worth its bytes',
    messages: [
      call,
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'c',
            toolName: 't',
            output: { type: 'content', value: [{ type: 'file-url', url: 'https://a.test/b.png' }] },
          },
        ],
      },
    ],
    sdk: [{}, { content: [{ output: { value: [{ mediaType: 'image/png' }] } }] }],
    ours: [{}, { content: [{ output: { value: [{ mediaType: 'application/octet-stream' }] } }] }],
  },
  {
    what: 'results in another order than their calls',
    why: 'a run that was resumed adds the results of parked calls behind those that were there; some models read results by place, so a request has them in the order of the calls',
    messages: [
      { role: 'assistant', content: ['a', 'b', 'c'].map((toolCallId) => ({ ...callPart, toolCallId })) },
      { role: 'tool', content: [result('c'), result('b')] },
      { role: 'tool', content: [result('a')] },
    ],
    sdk: [{}, { content: [{ toolCallId: 'c' }, { toolCallId: 'b' }, { toolCallId: 'a' }] }],
    ours: [{}, { content: [{ toolCallId: 'a' }, { toolCallId: 'b' }, { toolCallId: 'c' }] }],
  },
  {
    what: 'a refused call of a program that the model wrote',
    why: 'the package of OpenAI throws at a refusal there, and with it at every later request with that history',
    messages: [
      { role: 'assistant', content: [{ ...callPart, providerOptions: { openai: { caller: { type: 'program' } } } }] },
      {
        role: 'tool',
        content: [{ ...result('c'), output: { type: 'execution-denied', reason: 'No.' } }],
      },
    ],
    sdk: [{}, { content: [{ output: { type: 'execution-denied' } }] }],
    ours: [{}, { content: [{ output: { type: 'error-text', value: 'No.' } }] }],
  },
  {
    what: 'a call without a result',
    why: 'the loop repairs histories before they come here; the SDK refuses them',
    messages: [call, { role: 'user', content: 'and?' }],
    sdk: 'Tool result is missing',
    ours: [{}, {}],
  },
];

describe('the prompt', () => {
  it("equals the SDK's for any history (property)", async () => {
    const runs = process.env.COUNTERSIGN_ALL === '1' ? 20_000 : 200;
    const instructions = fc.option(fc.string(), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(histories, instructions, async (messages, system) => {
        expect(await ours(messages, system ?? null)).toEqual(await theirs(messages, system));
      }),
      { seed: 3, numRuns: runs },
    );
  }, 300_000);

  it.each(differences)('differs on purpose: $what', async ({ messages, sdk, ours: expected }) => {
    const made = await theirs(messages).catch((error: Error) => error.message);

    if (typeof sdk === 'string') expect(made).toContain(sdk);
    else expect(made).toMatchObject(sdk as object[]);
    expect(await ours(messages)).toMatchObject(expected as object[]);
  });

  it('leaves the history as it is, also where tool messages are joined', async () => {
    const result = (toolCallId: string): ModelMessage => ({
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId, toolName: 't', output: { type: 'text', value: 'x' } }],
      providerOptions: { acme: { cache: true } },
    });
    const messages = [result('a'), result('b')];
    const before = structuredClone(messages);

    const [joined] = await ours(messages);

    expect(messages).toEqual(before);
    expect(joined).toMatchObject({
      content: [{ toolCallId: 'a', providerOptions: { acme: { cache: true } } }, { toolCallId: 'b' }],
      providerOptions: { acme: { cache: true } },
    });
  });
});

describe('files that the model cannot load', () => {
  const url = 'https://files.test/a';
  const messages: ModelMessage[] = [
    { role: 'user', content: [{ type: 'file', mediaType: 'image', data: new URL(url) }] },
    call,
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'c',
          toolName: 't',
          output: {
            type: 'content',
            value: [{ type: 'file', mediaType: 'image/gif', data: { type: 'url', url: new URL(url) } }],
          },
        },
      ],
    },
  ];
  const load = async (supported: Record<string, RegExp[]>, files = new Map(), history = messages) =>
    await ours(history, null, { supportedUrls: supported, files, loadFile: fetchFile });

  it('are loaded once a run, wherever they stand', async () => {
    const fetched = vi.fn(async () => new Response(new Uint8Array([7]), { headers: { 'content-type': 'image/png' } }));
    vi.stubGlobal('fetch', fetched);
    const files = new Map();

    const prompt = await load({ 'application/pdf': [/.*/], 'image/*': [/^https:\/\/other/] }, files);
    await load({}, files);

    expect(fetched).toHaveBeenCalledTimes(1);
    expect(prompt).toMatchObject([
      { content: [{ mediaType: 'image/png', data: { type: 'data', data: new Uint8Array([7]) } }] },
      {},
      { content: [{ output: { value: [{ mediaType: 'image/gif', data: { type: 'data' } }] } }] },
    ]);
    vi.unstubAllGlobals();
  });

  it.each([[{ '*': [/.*/] }], [{ 'image/*': [/^https:/g] }]])(
    'are left alone where the model can: %j',
    async (supported) => {
      const prompt = await load(supported);

      expect(prompt).toEqual(await ours(messages));
    },
  );

  it.each([
    ['http://localhost/a.png'],
    ['http://127.0.0.1/a.png'],
    ['http://[::1]/a.png'],
    ['https://intranet/a.png'],
    ['https://printer.local./a.png'],
    ['file:///etc/passwd'],
  ])('are never looked for at %s', async (private_) => {
    const fetched = vi.fn();
    vi.stubGlobal('fetch', fetched);

    const history: ModelMessage[] = [
      { role: 'user', content: [{ type: 'file', mediaType: 'image/png', data: new URL(private_) }] },
    ];

    await expect(load({}, new Map(), history)).rejects.toMatchObject({ name: 'UserError', code: 'file-not-loaded' });
    expect(fetched).not.toHaveBeenCalled();
    vi.unstubAllGlobals();
  });

  it('end in an error that says what to do when the other site refuses', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch');
    });

    await expect(load({})).rejects.toThrow(/https:\/\/files\.test\/a could not be loaded \(Failed to fetch\).*CORS/s);
    vi.unstubAllGlobals();
  });
});
