import type { UIMessageChunk } from 'ai';

/** Texts in one piece: nobody watches how they came. */
export function mergedChunks(chunks: readonly UIMessageChunk[]): readonly UIMessageChunk[] {
  const whole: UIMessageChunk[] = [];
  for (const chunk of chunks) {
    const last = whole.at(-1);
    const isMore =
      'delta' in chunk && last !== undefined && 'delta' in last && last.type === chunk.type && last.id === chunk.id;
    if (isMore)
      whole[whole.length - 1] = { ...last, delta: `${last.delta}${chunk.delta}` } as UIMessageChunk; // the same chunk, longer
    else whole.push(chunk);
  }
  return whole;
}
