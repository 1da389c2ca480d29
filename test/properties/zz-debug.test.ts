import { it } from 'vitest';
import { driveConversation } from './drive-conversation.js';
import { driveRuns } from './drive-run.js';
import { World } from './world.js';
it('debug', async () => {
  const s = JSON.parse((process.env.SCENARIO ?? '').replaceAll('Number.POSITIVE_INFINITY', '1000').replaceAll('"id":undefined,', ''));
  const w = new World(s);
  await (process.env.MODE === 'runs' ? driveRuns : driveConversation)(w);
  const out: string[] = [];
  for (const e of w.violations) out.push(JSON.stringify(e));
  for (const e of w.executions) out.push(JSON.stringify({ ...e, signal: undefined }));
  for (const e of w.yeses) out.push(JSON.stringify(e));
  for (const r of w.runs) { out.push(`RUN ${r.run.runId} ${r.outcome?.type} ${r.isResumed} ${(r.outcome as any)?.error?.message}`); for (const e of r.events) if (!/delta|usage|input/.test(e.type)) out.push('  ' + JSON.stringify(e).slice(0, 400)); }
  process.stdout.write(out.join('\n') + '\nEND\n');
});
