import { createAgent } from 'countersign/core';
import { createRunServer, handleChat, memoryRunStore } from 'countersign/server';
import { scriptedModel } from 'countersign/testing';
import { afterEach, expect, it, vi } from 'vitest';

const agent = createAgent({ model: scriptedModel([]) });

interface Server {
  readonly origins?: readonly string[];
  readonly onProblem?: (error: unknown) => void;
}

/** The two servers that check the origin of a request. */
const servers: Readonly<Record<string, (options: Server) => (request: Request) => Promise<Response>>> = {
  handleChat: (options) => (request) => handleChat(request, { agent, authorize: 'anyone', ...options }),
  createRunServer: (options) => {
    const agents = { agent };
    const store = memoryRunStore({ agents });
    return createRunServer({ agents, store, identify: () => ({ id: 'ada' }), authorize: () => true, ...options });
  },
};

/** Returns a new origin for each test, because a pair of origins is reported once in a process. */
let count = 0;
function requestOf(origin: string): Request {
  return new Request('http://localhost:3000/api/chat', { method: 'POST', headers: { origin }, body: '{}' });
}

afterEach(() => vi.restoreAllMocks());

it.each(Object.entries(servers))(
  'C391 %s names both origins and the option in its response and in its report',
  async (_, start) => {
    const problems: unknown[] = [];
    const page = `http://localhost:${5000 + ++count}`;
    const serve = start({ origins: ['https://hidden.example'], onProblem: (error) => problems.push(error) });

    const response = await serve(requestOf(page));

    expect(response.status).toBe(403);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    const { error } = (await response.json()) as { error: { code: string; message: string } };
    expect(error.code).toBe('origin-not-allowed');
    for (const text of [page, 'http://localhost:3000', '`origins`']) expect(error.message).toContain(text);
    expect(error.message).not.toContain('hidden.example');
    expect(problems).toMatchObject([{ name: 'UserError', code: 'origin-not-allowed' }]);
    for (const text of [page, 'http://localhost:3000', '`origins`', 'https://hidden.example'])
      expect(String(problems[0])).toContain(text);
  },
);

it.each(Object.entries(servers))('C391 %s reports to the console without onProblem, once', async (_, start) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const page = `http://localhost:${5000 + ++count}`;
  const serve = start({});

  await serve(requestOf(page));
  await serve(requestOf(page));

  expect(warn).toHaveBeenCalledOnce();
  expect(warn.mock.calls[0]?.[0]).toContain(page);
});

it('C391 does not print a header that is not an origin', async () => {
  const problems: unknown[] = [];
  const serve = servers.handleChat?.({ onProblem: (error) => problems.push(error) }) ?? expect.fail();

  const response = await serve(requestOf('not-an-origin'));

  expect(await response.text()).not.toContain('not-an-origin');
  expect(String(problems[0])).not.toContain('not-an-origin');
});
