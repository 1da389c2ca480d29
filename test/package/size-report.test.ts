import { describe, expect, it } from 'vitest';
// biome-ignore lint/correctness/useImportExtensions: a module of JavaScript keeps its extension
import { sizeTable } from '../../scripts/size-table.mjs';

describe('the size report', () => {
  it('is a Markdown table of both sizes and their difference', () => {
    const before = new Map([
      ['Confirm', 2048],
      ['EventFeed', 1024],
      ['AgentChat', 1000],
    ]);
    const after = new Map([
      ['Confirm', 2560],
      ['EventFeed', 1024],
      ['AgentChat', 900],
    ]);

    expect(sizeTable(before, after).split('\n')).toEqual([
      '| Page (gzip) | Before | After | Change |',
      '|---|--:|--:|--:|',
      '| Confirm | 2.0 kB | 2.5 kB | +512 bytes (+25.0 %) |',
      '| EventFeed | 1.0 kB | 1.0 kB | none |',
      '| AgentChat | 1.0 kB | 0.9 kB | −100 bytes (−10.0 %) |',
    ]);
  });

  it('shows pages that only one of the builds has', () => {
    const table = sizeTable(new Map([['old', 1024]]), new Map([['new', 1024]]));

    expect(table).toContain('| new | – | 1.0 kB | – |');
    expect(table).toContain('| old | 1.0 kB | – | – |');
  });
});
