import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createOpenAI } from '@ai-sdk/openai';
import { expect } from 'vitest';
import { root } from '../setup/source-files.js';
import type { Line } from './wire-formats.js';
import type { ProviderAnswer } from './written-answers.js';

/** The folder of recorded responses, which is not part of the repository. */
const recordings = join(root, '../shared/fixtures/providers');

/** The tools that the recorded responses call. */
export const recordedTools: readonly string[] = [
  'read_theme',
  'read_screen',
  'get_weather',
  'weather',
  'cityAttractions',
  'updateIssueList',
];

interface RecordedAnswer extends Omit<ProviderAnswer, 'name' | 'lines'> {
  readonly file: string;
  /** Repairs a line of the recording. */
  readonly repair?: (line: string) => string;
}

const mcp = createOpenAI({ apiKey: 'k' }).tools.mcp({
  serverLabel: 'zip1',
  serverUrl: 'https://zip1.io/mcp',
  requireApproval: 'always',
});

const say = (text: string): RegExp => new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));

const table: readonly RecordedAnswer[] = [
  {
    file: 'google-stream-no-args-tool-call',
    provider: 'google',
    second: {
      contents: [
        { role: 'user' },
        {
          role: 'model',
          parts: [
            { thought: true, text: expect.stringMatching(say('Processing User Requests')) },
            { functionCall: { name: 'read_theme', args: {} }, thoughtSignature: expect.stringMatching(/^AY89a18a8/) },
            { functionCall: { name: 'read_screen', args: { id: 'A' } } },
            { functionCall: { name: 'read_screen', args: { id: 'B' } } },
            { functionCall: { name: 'read_screen', args: { id: 'C' } } },
          ],
        },
        {
          role: 'user',
          parts: ['read_theme', 'read_screen', 'read_screen', 'read_screen'].map((name) => ({
            functionResponse: { name },
          })),
        },
      ],
    },
  },
  {
    file: 'openai-mcp-tool-approval.1',
    provider: 'openai responses',
    tools: { mcp },
    second: {
      input: expect.arrayContaining([
        expect.objectContaining({
          type: 'mcp_approval_response',
          approval_request_id: 'mcpr_04a97b4fce127879006949a83ac9308195a7f7b69ea82e91fe',
          approve: true,
        }),
      ]),
    },
  },
  {
    // Two of its lines lack the last brace, like a stream garbled in transit (C83).
    file: 'parallel-tool-call-wrapper.1',
    provider: 'openai responses',
    garbled: true,
    second: { input: [{ role: 'user' }] },
    outcome: { usage: { requests: 1, toolCalls: 0 } },
  },
  {
    file: 'parallel-tool-call-wrapper.1',
    provider: 'openai responses',
    repair: (line) => (isJson(line) ? line : `${line}}`),
    // The package joins the calls again only when the provider stores the conversation.
    settings: { providerOptions: { openai: { previousResponseId: 'resp_0' } } },
    second: {
      input: [
        { role: 'user' },
        {
          type: 'function_call',
          call_id: 'call_parallel',
          name: 'parallel',
          arguments: expect.stringContaining('Rome'),
        },
        { type: 'function_call_output', call_id: 'call_parallel', output: expect.stringContaining('San Francisco') },
      ],
    },
    outcome: { usage: { toolCalls: 2 } },
  },
  {
    file: 'openai-client-tool-search.2',
    provider: 'openai responses',
    second: {
      input: [
        { role: 'user' },
        { type: 'function_call', call_id: 'call_Q7pq6EfVGRnauPLWSSYBGJ1l', name: 'get_weather' },
        {
          type: 'function_call_output',
          call_id: 'call_Q7pq6EfVGRnauPLWSSYBGJ1l',
          output: '{"name":"get_weather","input":{"location":"San Francisco, CA","unit":"fahrenheit"}}',
        },
      ],
    },
  },
  {
    file: 'anthropic-tool-no-args',
    provider: 'anthropic',
    second: {
      messages: [
        { role: 'user' },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: "I'll update the issue list for you." },
            { type: 'tool_use', id: 'toolu_01QE1WLsSVp5hy5Q3GmGTmjP', name: 'updateIssueList', input: {} },
          ],
        },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: 'toolu_01QE1WLsSVp5hy5Q3GmGTmjP',
              content: '{"name":"updateIssueList","input":{}}',
            },
          ],
        },
      ],
    },
  },
  {
    file: 'deepseek-tool-call',
    provider: 'deepseek',
    second: {
      messages: [
        { role: 'user' },
        {
          role: 'assistant',
          reasoning_content: expect.stringMatching(/^The user/),
          tool_calls: [{ id: 'call_00_ioIn7yN9p1ZOMNpDLwd4MgAF', function: { name: 'weather' } }],
        },
        {
          role: 'tool',
          tool_call_id: 'call_00_ioIn7yN9p1ZOMNpDLwd4MgAF',
          content: expect.stringContaining('San Francisco'),
        },
      ],
    },
    outcome: { usage: { cacheReadTokens: 320, reasoningTokens: 39 } },
  },
  {
    file: 'xai-tool-call',
    provider: 'openai-compatible',
    second: {
      messages: [
        { role: 'user' },
        {
          role: 'assistant',
          reasoning_content: expect.stringMatching(/^First, the/),
          tool_calls: [{ id: 'call_79382389', function: { name: 'weather' } }],
        },
        { role: 'tool', tool_call_id: 'call_79382389', content: expect.stringContaining('San Francisco') },
      ],
    },
    outcome: { usage: { cacheReadTokens: 306, reasoningTokens: 227 } },
  },
  {
    file: 'deepseek-text',
    provider: 'deepseek',
    second: {
      messages: [
        { role: 'user' },
        { role: 'assistant', content: expect.stringMatching(/^## /) },
        { role: 'user', content: 'more' },
      ],
    },
  },
];

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

function linesOf({ file, repair: mend = (line) => line }: RecordedAnswer): readonly Line[] {
  const text = readFileSync(join(recordings, `${file}.chunks.txt`), 'utf8');
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map(mend).map((line) => (isJson(line) ? (JSON.parse(line) as object) : line));
}

const title = ({ file, repair: mend }: RecordedAnswer): string =>
  `${file}${mend === undefined ? '' : ' (its broken lines mended)'}`;

/** Responses recorded from real servers. Empty when the recordings are not available. */
export const recordedResponses: readonly ProviderAnswer[] = existsSync(recordings)
  ? table.map((found) => ({ ...found, name: title(found), lines: linesOf(found) }))
  : [];
