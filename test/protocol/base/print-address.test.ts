import { describe, expect, it } from 'vitest';
import { fileNotLoaded } from '../../../src/agent/model/load-files.js';
import { systemClock } from '../../../src/protocol/base/clock.js';
import { printAddress, printAddressesIn, withoutAddresses } from '../../../src/protocol/foreign/print-address.js';
import { checkResponse, failedResponse, unreachable } from '../../../src/remote/ui-stream/check-response.js';
import { beforeSending } from '../../../src/remote/ui-stream/http-requests.js';
import { readBodyText } from '../../../src/remote/ui-stream/read-events.js';

const address = 'https://ann:hunter2@api.example/v1/chat?token=hunter2#hunter2';

describe('An address in an error', () => {
  it.each([
    [address, 'https://api.example/v1/chat'],
    ['https://hunter2@api.example', 'https://api.example'],
    ['https://a:hunter2@b:hunter2@api.example/', 'https://api.example/'],
    ['//ann:hunter2@api.example/chat', '//api.example/chat'],
    ['https:\\\\ann:hunter2@api.example/chat', 'https://api.example/chat'],
    ['/api/chat?key=hunter2', '/api/chat'],
    ['http://[::1]:8080/a', 'http://[::1]:8080/a'],
    ['postgres://ann:hunter2@db.example/app', 'postgres://db.example/app'],
    [`https://api.example/links/${'hunter2'.repeat(6)}/answers`, 'https://api.example/links/…/answers'],
    [
      'https://api.example/runs/0c5a8e9e-3f7b-4f7a-9a51-0a0f5c1f8f00',
      'https://api.example/runs/0c5a8e9e-3f7b-4f7a-9a51-0a0f5c1f8f00',
    ],
    ['not an address', 'not an address'],
    ['', ''],
  ])('C335 is printed without its secrets: %s', (given, printed) => {
    expect(printAddress(given)).toBe(printed);
  });

  it('C335 has no secrets within foreign texts either', () => {
    const text = `Request cannot be constructed from a URL that includes credentials: ${address}. (See https://docs.example/a.)`;

    expect(printAddressesIn(text)).toBe(
      'Request cannot be constructed from a URL that includes credentials: https://api.example/v1/chat. (See https://docs.example/a.)',
    );
    expect(printAddressesIn('Failed to parse URL from /api?key=hunter2', '/api?key=hunter2')).toBe(
      'Failed to parse URL from /api',
    );
  });

  it('C335 has no secrets if a server refuses, responds otherwise, or cannot be reached', async () => {
    const errors = [
      await failedResponse(
        new Response(JSON.stringify({ error: `No such thing at ${address}` }), { status: 404 }),
        address,
      ),
      await checkResponse(new Response('<p>', { headers: { 'content-type': 'text/html' } }), address).catch(
        (error: unknown) => error,
      ),
      unreachable(address, new TypeError(`Failed to fetch ${address}`)),
    ];

    for (const error of errors) {
      expect(error).toBeInstanceOf(Error);
      const { message, cause } = error as Error; // looked at just now
      expect(message).toContain('https://api.example/v1/chat');
      expect(`${message} ${String(cause)}`).not.toContain('hunter2');
    }
  });

  const failure = new TypeError(`Failed to fetch ${address}`);
  const fail = async (): Promise<never> => await Promise.reject(failure);

  it.each<[string, () => Promise<unknown>]>([
    ['a file', async () => await Promise.reject(fileNotLoaded(address, failure))],
    ['headers', () => beforeSending(fail)],
    [
      'a body',
      () => {
        const body = new ReadableStream({ pull: (controller) => controller.error(failure) });
        return readBodyText(new Response(body), { maxBytes: 10, idleTimeout: 1_000, clock: systemClock });
      },
    ],
  ])('C335 is without secrets in the cause of an error about %s', async (_, work) => {
    const error = await work().catch((thrown: unknown) => thrown);

    expect(error).toBeInstanceOf(Error);
    const { message, cause } = error as Error; // looked at just now
    expect(cause).toMatchObject({ name: 'TypeError', message: 'Failed to fetch https://api.example/v1/chat' });
    expect(message).not.toContain('hunter2');
  });

  it('C335 leaves a cause without an address unchanged', () => {
    const plain = new TypeError('Failed to fetch');

    expect([withoutAddresses(plain), withoutAddresses('no error')]).toEqual([plain, 'no error']);
  });
});
