import { findForeignText } from './foreign-text-rules.js';
import { readFileSync, writeFileSync } from 'node:fs';
import { listFiles, root } from './source-files.js';
import { it } from 'vitest';
it('x', () => {
const out: string[] = [];
for (const f of [...listFiles('src/components'), ...listFiles('src/markdown')].filter(f => f.endsWith('.tsx'))) for (const x of findForeignText(f, readFileSync(`${root}/${f}`, 'utf8'))) out.push(`${f.slice(4)}:${x.line}  ${x.expression.slice(0,110)}`);
writeFileSync('/tmp/surface/out.txt', out.join('\n') + '\n' + out.length + '\n');
});
