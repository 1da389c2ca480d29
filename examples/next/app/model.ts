import { createOpenAICompatible } from '@ai-sdk/openai-compatible';

/** The origin of this page. During server rendering no model request is sent. */
const here = typeof location === 'undefined' ? 'http://localhost' : location.href;

/** Requests go to our own server, which adds the key: `api/llm/chat/completions/route.ts`. */
export const model = createOpenAICompatible({ name: 'ours', baseURL: new URL('/api/llm', here).href })('gpt-5-mini');
