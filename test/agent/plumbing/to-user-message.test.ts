import { createAgent, type RunInput } from 'countersign/core';
import { scriptedModel } from 'countersign/testing';
import { expect, it } from 'vitest';
import { toUserMessage } from '../../../src/agent/plumbing/to-user-message.js';

const file = { type: 'file' as const, mediaType: 'image/png' };
const bytes = new Uint8Array([1, 2, 3]);
const url = 'https://files.test/a.png';

it.each([
  ['bytes', bytes, 'data:image/png;base64,AQID'],
  ['a buffer', Buffer.from(bytes), 'data:image/png;base64,AQID'],
  ['base64', 'AQID', 'data:image/png;base64,AQID'],
  ['a data: URL', 'data:image/png;base64,AQID', 'data:image/png;base64,AQID'],
  ['a URL', new URL(url), url],
  ['a URL as text', url, url],
])('a file written as %s is told as JSON, and a page can show it', async (_, data, shown) => {
  const input: RunInput = [{ ...file, data }];
  const run = createAgent({ model: { ...scriptedModel(['A picture.']), supportedUrls: { '*': [/.*/] } } }).run(input);

  const { value: start } = await run[Symbol.asyncIterator]().next();

  if (start?.type !== 'run-start' || start.prompt[0] === undefined) throw new Error('The run told of no prompt.');
  expect(JSON.parse(JSON.stringify(start))).toEqual(start);
  expect(toUserMessage(start.prompt[0], 'id')?.parts).toEqual([{ ...file, url: shown }]);
});
