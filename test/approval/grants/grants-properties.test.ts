import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../src/approval/grants/digest.js';
import type { Grant, GrantAnswer, GrantedCall } from '../../../src/approval/grants/grant.js';
import { createGrants, type Grants } from '../../../src/approval/grants/grants.js';
import type { GrantRequest } from '../../../src/approval/grants/remember.js';
import { matchesCapability } from '../../../src/approval/policy/capability.js';

const target = fc.constantFrom('/a/1', '/a/2', '/a/b/1', '/A/1', '/a/../b', 'a/1', '/a\\..\\b', '', '/a*');
const capability = fc.oneof(
  fc.tuple(fc.constantFrom('fs.write', 'fs.read', 'proc.exec'), target).map(([name, of]) => `${name}:${of}`),
  fc.constantFrom('fs.write', 'net.egress:a.com', 'net.egress:https://b.a.com/x', 'net.egress:evil.com'),
);
const pattern = fc.oneof(
  capability,
  fc.constantFrom('*', 'fs.*', 'fs.write:/a/**', 'fs.write:/a/*', 'fs.*:**', 'net.egress:*.a.com', 'proc.exec:/a/*'),
);
const bareCall: fc.Arbitrary<GrantedCall> = fc.record({
  runId: fc.constantFrom('run-1', 'run-2'),
  toolName: fc.constantFrom('write', 'send'),
  input: fc.constantFrom(null, 1, '1', { a: 1 }, { a: 1, b: 2 }, { b: 2, a: 1 }, { a: '1' }, [], ['a'], 'é', 'e\u0301'),
  capabilities: fc.array(capability, { maxLength: 2 }),
  agentPath: fc.constantFrom<readonly string[]>(...Array(5).fill(['main']), ['main', 'helper'], ['helper'], []),
  annotations: fc.constant({}),
});
/** A call with the declared capabilities of its run. It requests the remaining ones while it runs. */
const call: fc.Arbitrary<GrantedCall> = fc
  .tuple(bareCall, fc.constantFrom('all', 'some', 'unsaid'))
  .map(([{ capabilities, ...of }, said]) => {
    if (said === 'unsaid') return { ...of, capabilities };
    return { ...of, capabilities, declared: said === 'all' ? capabilities : capabilities.slice(1) };
  });
const request: fc.Arbitrary<GrantRequest> = fc.record(
  {
    effect: fc.constantFrom('allow' as const, 'allow' as const, 'deny' as const),
    call: call.map((of) => ({ ...of, toolCallId: 'call' })),
    remember: fc.record({
      scope: fc.oneof(
        fc.constantFrom('input' as const, 'tool' as const),
        pattern.map((text) => ({ capability: text })),
        fc.constant({ name: 'numbers', predicate: ({ input }: { input: unknown }) => typeof input === 'number' }),
      ),
      for: fc.constantFrom('run' as const, 'session' as const, 'always' as const, { until: 20 }, { until: 40 }),
    }),
  },
  { requiredKeys: ['effect', 'call', 'remember'] },
);
type Step =
  | { readonly type: 'add'; readonly request: GrantRequest }
  | { readonly type: 'revoke'; readonly which: number }
  | { readonly type: 'wait' }
  | { readonly type: 'find'; readonly call: GrantedCall };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: request.map((of) => ({ type: 'add' as const, request: of })) },
  { weight: 1, arbitrary: fc.nat().map((which) => ({ type: 'revoke' as const, which })) },
  { weight: 1, arbitrary: fc.constant({ type: 'wait' as const }) },
  { weight: 4, arbitrary: call.map((of) => ({ type: 'find' as const, call: of })) },
);

/** A grant with the request that it was made from, which shows the person’s intention. */
interface RequestedGrant {
  readonly grant: Grant;
  readonly request: GrantRequest;
}

/** Returns `true` when a grant is active and applies to this run and agent, according to the request alone. */
function speaks({ request: { remember, call: from } }: RequestedGrant, of: GrantedCall, now: number): boolean {
  const isOver = typeof remember.for === 'object' && remember.for.until <= now;
  const isOtherRun = remember.for === 'run' && from.runId !== of.runId;
  return !isOver && !isOtherRun && canonicalJson([...from.agentPath]) === canonicalJson([...of.agentPath]);
}

/** Returns `true` when all capabilities of a call were known at its approval, according to the request alone. */
function isKnown({ request: { remember, call: from } }: RequestedGrant, of: GrantedCall): boolean {
  const known = [...from.capabilities, ...(from.declared ?? [])];
  const kind = (text: string): string => text.replace(/:.*$/s, '');
  const isUnlimited = typeof remember.scope === 'object' || (known.length === 0 && from.declared === undefined);
  return of.capabilities.every((own) => {
    if (of.declared !== undefined && !of.declared.includes(own))
      return known.includes(own) || known.includes(kind(own));
    return isUnlimited || known.some((one) => kind(one) === kind(own));
  });
}

/** Returns `true` when a grant covers a capability of a call, or (without one) the call, by the request alone. */
function covers({ request: { remember, call: from } }: RequestedGrant, of: GrantedCall, own?: string): boolean {
  const { scope } = remember;
  if (scope === 'tool') return from.toolName === of.toolName;
  if (scope === 'input') return from.toolName === of.toolName && canonicalJson(from.input) === canonicalJson(of.input);
  if ('predicate' in scope) return scope.predicate(of);
  return own !== undefined && matchesCapability(scope.capability, own, 'loosens') === true;
}

class World {
  now = 0;
  ids = 0;
  approved = 0;
  denied = 0;
  readonly given = new Map<string, RequestedGrant>();
  readonly gone = new Set<string>();
  readonly grants: Grants = createGrants({ now: () => this.now, generateId: () => `g${this.ids++}` });

  async take(next: Step): Promise<void> {
    if (next.type === 'wait') this.now += 5;
    if (next.type === 'add') await this.add(next.request);
    if (next.type === 'revoke') this.revoke(next.which);
    if (next.type === 'find') this.check(next.call, await this.grants.find(next.call));
  }

  async add(of: GrantRequest): Promise<void> {
    try {
      const grant = await this.grants.add(of);
      if (!this.given.has(grant.id)) this.given.set(grant.id, { grant, request: of });
    } catch (error) {
      expect(['grant-does-not-cover', 'grant-not-savable', 'grant-expired']).toContain(
        (error as { code: string }).code,
      );
    }
  }

  revoke(which: number): void {
    const list = this.grants.list();
    const grant = list[which % Math.max(list.length, 1)];
    if (grant === undefined) return;
    expect(this.grants.revoke(grant.id)).toBe(true);
    this.gone.add(grant.id);
  }

  check(of: GrantedCall, answer: GrantAnswer | undefined): void {
    const alive = [...this.given.values()].filter((one) => !this.gone.has(one.grant.id) && speaks(one, of, this.now));
    const denials = alive.filter(({ grant }) => grant.effect === 'deny');
    const mustDeny = denials.some((one) => covers(one, of) || of.capabilities.some((own) => covers(one, of, own)));
    if (mustDeny) expect(answer?.effect).toBe('deny');
    if (answer === undefined) return;
    for (const { id, effect } of answer.grants) {
      expect(alive.map(({ grant }) => grant.id)).toContain(id);
      expect(effect).toBe(answer.effect);
    }
    if (answer.effect === 'deny') this.denied++;
    else this.checkApproval(of, answer);
  }

  checkApproval(of: GrantedCall, { grants }: GrantAnswer): void {
    const used = grants.flatMap(({ id }) => this.given.get(id) ?? []);
    const isWhole = used.some((one) => covers(one, of) && isKnown(one, of));
    const isInParts =
      of.capabilities.length > 0 && of.capabilities.every((own) => used.some((one) => covers(one, of, own)));
    expect(isWhole || isInParts).toBe(true);
    this.approved++;
  }
}

describe('grants', () => {
  it('answer only according to the requests of active grants, and never ignore a denial', async () => {
    let approved = 0;
    let denied = 0;

    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30, size: 'max' }), async (steps) => {
        const world = new World();
        for (const next of steps) await world.take(next);
        approved += world.approved;
        denied += world.denied;
      }),
      { numRuns: 2_000 },
    );

    expect(approved).toBeGreaterThan(500);
    expect(denied).toBeGreaterThan(100);
  });

  it('made from a call cover that call', async () => {
    await fc.assert(
      fc.asyncProperty(request, async (of) => {
        const world = new World();
        await world.add(of);
        const [grant] = world.grants.list();
        fc.pre(grant !== undefined && (grant.scope.type !== 'capability' || of.call.capabilities.length === 1));

        await expect(world.grants.find(of.call)).resolves.toMatchObject({ effect: of.effect, grants: [grant] });
      }),
      { numRuns: 1_000 },
    );
  });

  it('made from a call cover no call that differs in what they name', async () => {
    await fc.assert(
      fc.asyncProperty(request, call, async (of, other) => {
        const world = new World();
        await world.add({ ...of, effect: 'allow' });
        const answer = await world.grants.find(other);
        if (answer === undefined) return;

        const { scope } = of.remember;
        expect(other.agentPath).toEqual(of.call.agentPath);
        if (scope === 'input' || scope === 'tool') expect(other.toolName).toBe(of.call.toolName);
        if (scope === 'input') expect(canonicalJson(other.input)).toBe(canonicalJson(of.call.input));
      }),
      { numRuns: 3_000 },
    );
  });
});
