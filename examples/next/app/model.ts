import { createOpenAICompatible } from '@ai-sdk/openai-compatible';

/** Where this page lies; a server that renders it asks no model. */
const here = typeof location === 'undefined' ? 'http://localhost' : location.href;

/** The page asks its own server, which adds the key: `api/llm/chat/completions/route.ts`. */
export const model = createOpenAICompatible({ name: 'ours', baseURL: new URL('/api/llm', here).href })('gpt-5-mini');
