import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../setup/source-files.js';

const read = (path: string): Promise<string> => readFile(join(root, path), 'utf8');
const page = await read('docs/guides/security.md');

describe('docs/guides/security.md', () => {
  it('stays short, and is linked where approvals are explained', async () => {
    expect(page.split('\n').length).toBeLessThanOrEqual(225);
    expect(await read('README.md')).toContain('](docs/guides/security.md)');
    expect(await read('docs/guides/approvals.md')).toContain('](security.md)');
  });

  it('shows the Content-Security-Policy under which the demo is tested', async () => {
    const tested = (await read('test/e2e/strict-csp.e2e.test.ts')).match(/const policy = \[([\s\S]*?)\]/)?.[1] ?? '';
    const directives = [...tested.matchAll(/"([^"]+)"/g)].map(([, directive]) => directive);

    const shown = page.match(/^Content-Security-Policy: (.+)$/m)?.[1];

    expect(directives.length).toBeGreaterThan(5);
    expect(shown?.split('; ')).toEqual(directives);
  });
});
