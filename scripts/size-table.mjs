// The Markdown table of scripts/size-report.mjs.

const kilobytes = (bytes) => (bytes === undefined ? '–' : `${(bytes / 1024).toFixed(1)} kB`);

function difference(before, after) {
  if (before === undefined || after === undefined) return '–';
  const bytes = after - before;
  if (bytes === 0) return 'none';
  const sign = bytes > 0 ? '+' : '−';
  return `${sign}${Math.abs(bytes)} bytes (${sign}${((Math.abs(bytes) / before) * 100).toFixed(1)} %)`;
}

/**
 * Returns a Markdown table of sizes before and after a change, in the order of the pages after it. A page without a
 * size on one side cannot be built there.
 */
export function sizeTable(before, after) {
  const names = [...new Set([...after.keys(), ...before.keys()])];
  const rows = names.map((name) => {
    const sizes = [before.get(name), after.get(name)];
    return `| ${name} | ${sizes.map(kilobytes).join(' | ')} | ${difference(...sizes)} |`;
  });
  return ['| Page (gzip) | Before | After | Change |', '|---|--:|--:|--:|', ...rows].join('\n');
}
