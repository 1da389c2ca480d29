import { makeDeltas } from './source.js';

const sentence = (seed, count = 12) => `${makeDeltas(count, seed).join('').trim()}.`;

/**
 * Returns 500 questions and answers in a neutral form. An answer has nine parts: text, reasoning, three calls with text
 * after each, text.
 */
export function neutralHistory() {
  return Array.from({ length: 1000 }, (_, i) => {
    if (i % 2 === 0) return { id: `u${i}`, role: 'user', parts: [{ type: 'text', text: sentence(i + 1, 10) }] };
    const calls = [0, 1, 2].flatMap((k) => [
      { type: 'tool', id: `h${i}_${k}`, name: 'add', input: { i, k }, output: { ok: true, i } },
      { type: 'text', text: sentence(i * 31 + 3 + k) },
    ]);
    const parts = [
      { type: 'text', text: sentence(i * 31 + 1) },
      { type: 'reasoning', text: sentence(i * 31 + 2, 20) },
      ...calls,
      { type: 'text', text: sentence(i * 31 + 9) },
    ];
    return { id: `a${i}`, role: 'assistant', parts };
  });
}
