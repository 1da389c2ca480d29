import type { Pool, PoolClient } from 'pg';

type Query = (text: unknown, values?: readonly unknown[]) => Promise<unknown>;

/** The tables that a query reads from the first to the last row. */
export interface ScannedTables {
  readonly query: string;
  readonly tables: readonly string[];
}

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Plan[];
}

/** Wraps a pool so that each query is explained before it runs. `scans` gets the tables that its plan scans. */
export function explainedPool(pool: Pool, scans: ScannedTables[]): Pool {
  const explain = async (run: Query, text: unknown, values: unknown): Promise<void> => {
    const named = typeof text === 'object' && text !== null ? (text as { text: string; values: unknown[] }) : undefined; // a query with a name
    const sql = named?.text ?? String(text);
    if (!/^\s*(?:select|with|update|insert|delete)\b/i.test(sql)) return;
    const result = (await run(`explain (format json) ${sql}`, named?.values ?? (values as unknown[] | undefined))) as {
      readonly rows: readonly { readonly 'QUERY PLAN': readonly { readonly Plan: Plan }[] }[];
    };
    const plans = result.rows.flatMap((row) => row['QUERY PLAN'].map(({ Plan: plan }) => plan));
    const tables = [...new Set(plans.flatMap(scannedBy))];
    scans.push({ query: sql.replace(/\s+/g, ' ').trim().slice(0, 120), tables });
  };
  const explained = <T extends Pool | PoolClient>(querying: T): T =>
    new Proxy(querying, {
      get(target, key) {
        const member: unknown = Reflect.get(target, key, target);
        if (typeof member !== 'function') return member;
        if (key === 'query')
          return async (text: unknown, values?: readonly unknown[]) => {
            await explain(member.bind(target) as Query, text, values);
            return await (member.call(target, text, values) as Promise<unknown>);
          };
        if (key === 'connect') return async () => explained((await target.connect()) as PoolClient);
        return member.bind(target) as unknown;
      },
    });
  return explained(pool);
}

function scannedBy(plan: Plan): readonly string[] {
  const own = plan['Node Type'] === 'Seq Scan' && plan['Relation Name'] !== undefined ? [plan['Relation Name']] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(scannedBy)];
}
