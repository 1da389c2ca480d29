import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { ModelMessage } from 'ai';
import { convertToLanguageModelPrompt } from 'ai/internal';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { loadFiles } from '../../../src/agent/model/load-files.js';
import { toPrompt } from '../../../src/agent/model/to-prompt.js';
import { histories } from './histories.js';

// The SDK warns of the older shapes that a history may still have.
vi.stubGlobal('AI_SDK_LOG_WARNINGS', false);

const provider = 'acme';
/** Everything may be passed on as a URL, so that the oracle has nothing to download. */
const supportedUrls = { '*': [/.*/] };

const ours = (messages: readonly ModelMessage[], instructions: string | null = null): LanguageModelV4Prompt =>
  toPrompt(messages, { instructions, provider });

/** The SDK's own conversion, with members that are `undefined` left out as ours does. */
async function theirs(messages: readonly ModelMessage[], instructions?: string): Promise<LanguageModelV4Prompt> {
  const prompt = { messages: structuredClone([...messages]), instructions };
  return await convertToLanguageModelPrompt({ prompt, supportedUrls, download: undefined, provider });
}

/** Every place where our prompt is another than the SDK's, on purpose. */
const differences: readonly {
  readonly what: string;
  readonly why: string;
  readonly messages: readonly ModelMessage[];
  /** What the SDK does: a prompt, or an error. */
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
    why: 'the SDK passes its text on as if it were base64',
    messages: [{ role: 'user', content: [{ type: 'file', mediaType: 'text/plain', data: 'data:text/plain,a%20b' }] }],
    sdk: [{ content: [{ data: { type: 'data', data: 'a%20b' } }] }],
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
    what: 'a call without a result',
    why: 'the loop repairs histories before they come here; the SDK refuses them',
    messages: [call, { role: 'user', content: 'and?' }],
    sdk: 'Tool result is missing',
    ours: [{}, {}],
  },
];
