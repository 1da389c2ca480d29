import { UserError } from '../../protocol/base/errors.js';
import { deepFreeze } from '../../protocol/base/json.js';
import { definedProps } from '../../protocol/base/record.js';
import type { DeferredCall } from '../../protocol/deferred.js';
import { hiddenValues } from '../cautious-redaction.js';
import { matchesCapability } from '../policy/capability.js';
import { resolvePath } from '../policy/glob.js';
import { originText } from '../policy/host.js';
import type { PolicyCall } from '../policy/policy-call.js';
import { splitCapability } from '../policy/split-capability.js';
import { contentKey } from './digest.js';
import type { Grant, GrantedCall, GrantLifetime, GrantScope, KnownCapabilities } from './grant.js';

/** The calls that a remembered decision applies to. */
export type RememberScope =
  | 'input'
  | 'tool'
  | { readonly capability: string }
  | {
      readonly predicate: (call: PolicyCall) => boolean;
      /** A description of the covered calls, in words. */
      readonly name: string;
      /** Default: calls of every tool. */
      readonly toolName?: string;
    };

/** A person's choice to remember a decision. `until` is in milliseconds since 1970. */
export interface Remember {
  readonly scope: RememberScope;
  readonly for: 'run' | 'session' | 'always' | { readonly until: number };
}

/** A decision about a call, to be remembered. */
export interface GrantRequest {
  readonly effect: 'allow' | 'deny';
  readonly remember: Remember;
  readonly call: GrantedCall & { readonly toolCallId: string };
  /** The person's name. */
  readonly by?: string;
  /** The description of the grant. Default: derived from scope and lifetime. */
  readonly reason?: string;
  /** The message that the model reads when the grant denies. */
  readonly message?: string;
  /** The call that was shown. Its redacted values that occur in strings of the grant are listed in `Grant.hidden`. */
  readonly asked?: Pick<DeferredCall, 'input' | 'effectiveInput' | 'redactions'>;
}

/** The dependencies of {@link toGrant}. */
export interface GrantEnvironment {
  readonly now: () => number;
  readonly generateId: () => string;
  /** `true` if grants are saved beyond the page. */
  readonly isSaving: boolean;
}

/**
 * Makes the grant for a decision that a person wants to be remembered.
 *
 * @throws UserError `grant-does-not-cover` when the scope does not cover the call itself; `grant-not-savable` when the
 *   grant would outlive the page and cannot be saved (its scope is a function, its input has no digest, or its agent
 *   has no name); `grant-expired` when its time is over already.
 */
export async function toGrant(request: GrantRequest, env: GrantEnvironment): Promise<Grant> {
  const { effect, call, remember, by, message } = request;
  const lifetime = toLifetime(remember.for, call.runId);
  const at = env.now();
  // The negation also rejects a value that is not a valid date.
  if (lifetime.type === 'until' && !(new Date(lifetime.at).getTime() > at)) {
    throw new UserError(
      'grant-expired',
      `The decision should be remembered until ${lifetime.at}, which is not after now (${at}), so it would have no effect. Pass a later time, in milliseconds since 1970.`,
    );
  }
  const scope = await toScope(request);
  if (isLasting(lifetime) && (scope.type === 'predicate' || (env.isSaving && hasNoDigest(scope))))
    throw notSavable(scope);
  if (isLasting(lifetime) && env.isSaving && call.agents?.some((one) => typeof one === 'object')) throw nameless();
  const { runId, toolCallId } = call;
  const grant: Grant = {
    id: env.generateId(),
    effect,
    scope,
    lifetime,
    agentPath: [...call.agentPath],
    ...definedProps({ origin: call.origin }),
    decision: { runId, toolCallId, at, ...(by === undefined ? {} : { by }) },
    reason: request.reason ?? defaultReason(effect, scope, lifetime),
    ...(message === undefined ? {} : { message }),
  };
  const texts = JSON.stringify([scope, grant.reason, message]);
  const isIn = (secret: string): boolean => texts.includes(JSON.stringify(secret).slice(1, -1));
  const hidden = [...new Set(secretsIn(request))].filter(isIn);
  const made = deepFreeze(hidden.length === 0 ? grant : { ...grant, hidden });
  if (call.agents !== undefined) agentsByGrant.set(made, call.agents);
  return made;
}

/**
 * Returns the values that the tool hides, or whose names are those of secrets, in the input that was shown and in the
 * decided one. Values that only look secret are not included: views find those by themselves.
 */
function secretsIn({ call, asked }: GrantRequest): readonly string[] {
  if (asked === undefined) return [];
  return [asked.input, asked.effectiveInput, call.input].flatMap((input) => hiddenValues(input, asked.redactions));
}

/** The agents of each grant. Not a member of the grant, because an unnamed agent is an object that cannot be saved. */
const agentsByGrant = new WeakMap<Grant, GrantedCall['agents']>();

/** Returns the agents of a grant; `undefined` when only their names are known, as after a reload. */
export function agentsOf(grant: Grant): GrantedCall['agents'] {
  return agentsByGrant.get(grant);
}

/** Returns `true` for the lifetime of a grant that outlives the page. It does only if there is a storage. */
export function isLasting({ type }: GrantLifetime): boolean {
  return type === 'until' || type === 'always';
}

/**
 * Returns the scopes that a card can offer, narrowest first: this input; the folder, text or host (with scheme and
 * port, if any) of each capability; the tool. Scopes that would cover everything are omitted: the root folder, and
 * capabilities without a target.
 *
 * @param call the call with its known `capabilities`.
 * @example rememberChoices(call).map(({ scope }) => scope); // ['input', { capability: 'fs.write:/drafts/**' }, 'tool']
 */
export function rememberChoices({ capabilities }: Pick<PolicyCall, 'capabilities'>): readonly Remember[] {
  const patterns = new Set(capabilities.flatMap((capability) => widerPattern(capability) ?? []));
  const scopes: RememberScope[] = ['input', ...[...patterns].map((capability) => ({ capability })), 'tool'];
  return scopes.map((scope) => ({ scope, for: 'session' }));
}

/** Returns the pattern for the folder, host or text of a capability, if it covers the capability itself. */
function widerPattern(capability: string): string | undefined {
  const [name, target] = splitCapability(capability);
  // A literal `*` in the target would become a wildcard.
  if (!target || capability.includes('*')) return undefined;
  const wider = widerTarget(name.split('.')[0], target);
  const pattern = `${name}:${wider}`;
  return wider && matchesCapability(pattern, capability, 'loosens') === true ? pattern : undefined;
}

function widerTarget(family: string | undefined, target: string): string | undefined {
  if (family === 'net') return originText(target);
  if (family !== 'fs') return target;
  const folder = resolvePath(target.replaceAll('\\', '/'))?.slice(0, -1).join('/');
  return folder && `${folder}/**`;
}

function toLifetime(choice: Remember['for'], runId: string): GrantLifetime {
  if (typeof choice === 'object') return { type: 'until', at: choice.until };
  return choice === 'run' ? { type: 'run', runId } : { type: choice };
}

async function toScope({ effect, call, remember: { scope } }: GrantRequest): Promise<GrantScope> {
  const { toolName } = call;
  const known = grantLimits(effect, call);
  if (scope === 'tool') return { type: 'tool', toolName, ...known };
  if (scope === 'input') return { type: 'input', toolName, key: await contentKey(call), ...known };
  if ('capability' in scope) {
    const purpose = effect === 'allow' ? 'loosens' : 'restricts';
    const { capability } = scope;
    if (call.capabilities.some((own) => matchesCapability(capability, own, purpose) === true))
      return { type: 'capability', capability };
    throw doesNotCover(`'${capability}'`, call);
  }
  const { predicate, name, toolName: only } = scope;
  if ((only ?? toolName) === toolName && predicate(call) === true)
    return { type: 'predicate', name, test: predicate, ...(only === undefined ? {} : { toolName: only }), ...known };
  throw doesNotCover(`'${name}'`, call);
}

/**
 * Returns the capabilities and the definition that a grant is limited to. None for a denial: it applies regardless of
 * them.
 */
function grantLimits(effect: Grant['effect'], { capabilities, declared, definition }: GrantedCall): KnownCapabilities {
  if (effect === 'deny') return {};
  const bound = definedProps({ definition });
  if (declared === undefined && capabilities.length === 0) return bound;
  return { capabilities: [...new Set([...(declared ?? []), ...capabilities])], ...bound };
}

/** Returns `true` when the key of a scope is the input itself, because there was no WebCrypto to make a digest. */
function hasNoDigest(scope: GrantScope): boolean {
  return scope.type === 'input' && scope.key.startsWith('json:');
}

function defaultReason(effect: Grant['effect'], scope: GrantScope, lifetime: GrantLifetime): string {
  const verb = effect === 'allow' ? 'Approved' : 'Denied';
  return `${verb} ${lifetimeWords(lifetime)}: ${coveredWords(scope)}.`;
}

function lifetimeWords(lifetime: GrantLifetime): string {
  if (lifetime.type === 'until') return `until ${new Date(lifetime.at).toISOString()}`;
  return lifetime.type === 'always' ? 'always' : `for this ${lifetime.type}`;
}

function coveredWords(scope: GrantScope): string {
  switch (scope.type) {
    case 'input':
      return `${scope.toolName} with exactly this input`;
    case 'tool':
      return `every call of ${scope.toolName}`;
    case 'capability':
      return scope.capability;
    case 'predicate':
      return scope.name;
    default:
      return scope satisfies never;
  }
}

function doesNotCover(what: string, { toolName, capabilities }: PolicyCall): UserError {
  return new UserError(
    'grant-does-not-cover',
    `${what} does not cover the call of '${toolName}' that it was chosen for (its capabilities: ${capabilities.join(', ') || 'none'}), so the decision would apply to calls that the person has not seen. Use a scope of rememberChoices(call).`,
  );
}

function nameless(): UserError {
  return new UserError(
    'grant-not-savable',
    "An agent without a name cannot be identified after a reload, so its decisions cannot be saved. Set the name of createAgent, or remember it for 'run' or 'session'.",
  );
}

function notSavable(scope: GrantScope): UserError {
  const [what, instead] =
    scope.type === 'predicate'
      ? [`'${scope.name}' is a function`, "Remember it for 'run' or 'session', or use a capability."]
      : [
          'Without crypto.subtle an input has no digest',
          "Serve the page over https, or remember it for 'run' or 'session'.",
        ];
  return new UserError('grant-not-savable', `${what}, so the decision cannot be saved beyond this page. ${instead}`);
}
