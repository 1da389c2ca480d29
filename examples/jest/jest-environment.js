import { TestEnvironment } from 'jest-environment-jsdom';

/** jsdom with the globals that browsers and Node have but jsdom lacks. */
export default class extends TestEnvironment {
  async setup() {
    await super.setup();
    const streams = { ReadableStream, TransformStream, TextDecoderStream };
    const others = { TextDecoder, TextEncoder, structuredClone, fetch, Headers, Request, Response };
    Object.assign(this.global, streams, others);
  }
}
