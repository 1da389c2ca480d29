import { UserError } from '../../protocol/base/errors.js';
import type { JSONObject, JSONValue } from '../../protocol/base/json.js';
import type { PeopleNeeded } from '../../protocol/decided-by.js';
import type { RunContext } from '../../protocol/run-context.js';
import type { PolicyCall } from './policy-call.js';

/** Which calls a rule means: those that fit everything that is said here. Nothing said means all. */
export interface CallPattern {
  /** Names of tools; `*` stands for any part of a name. */
  readonly tool?: string | readonly string[];
  /** Capabilities, with globs: `fs.*`, `fs.write:/drafts/**`, `net.egress:*.example.com`. */
  readonly capability?: string | readonly string[];
  /**
   * Globs over text members of the input, by name (`path`) or by names joined with dots (`options.host`): of paths
   * (`/drafts/**`), addresses (`https://*.example.com/docs/**`), hosts (`*.example.com`) or other text (`*`, `git log*`).
   */
  readonly input?: Readonly<Record<string, string | readonly string[]>>;
  /** Agent paths, outermost first, as globs: `main/*` is any sub-agent of `main`, `main/**` that, those below, and `main`. */
  readonly agent?: string | readonly string[];
  /** What the tool's MCP annotations must include. Trust the hints of servers that you trust. */
  readonly annotations?: JSONObject;
  /** Whatever else. An error, or an answer that is neither true nor false, is taken for what asks more. */
  readonly when?: (call: PolicyCall, ctx: RunContext | undefined) => boolean | PromiseLike<boolean>;
  /** Calls that are not meant after all. */
  readonly except?: CallMatcher | readonly CallMatcher[];
}

/** A pattern; a text stands for a capability. */
export type CallMatcher = string | CallPattern;

/** What a rule does with a call. The model reads the message of a denial or block. */
export type PolicyEffect =
  | { readonly type: 'allow' }
  | { readonly type: 'ask'; readonly needs?: PeopleNeeded }
  | { readonly type: 'deny'; readonly message: string }
  | { readonly type: 'block'; readonly message: string };

/** Options of a rule. */
export interface RuleOptions {
  /** Stands in events. Default: made of the pattern. */
  readonly name?: string;
  /** Says to a person why, in a sentence. Default: nothing. */
  readonly reason?: string;
  /** Changes the input of the calls that the rule means, before anything is decided about them or shown. Default: none. */
  readonly rewrite?: (input: JSONValue) => JSONValue | PromiseLike<JSONValue>;
}

/** Options of {@link ask}: with any of the last three, one person's yes is not enough, or not everybody's. */
export interface AskRuleOptions extends RuleOptions, Partial<PeopleNeeded> {}

/** One rule of a policy. Made by {@link allow}, {@link ask}, {@link deny} and {@link block}. */
export interface PolicyRule extends RuleOptions {
  readonly effect: PolicyEffect;
  readonly match: CallPattern;
}

const patternMembers: Readonly<Record<keyof CallPattern, true>> = {
  tool: true,
  capability: true,
  input: true,
  agent: true,
  annotations: true,
  when: true,
  except: true,
};

function badPattern(key: string): UserError {
  return new UserError(
    'policy-pattern',
    `A policy rule got the pattern member '${key}', which is no such member or undefined. Nothing said means every call, so the rule would mean more than it should. Use ${Object.keys(patternMembers).join(', ')}, each with a value.`,
  );
}

/** A pattern is written as an object, or as the capability alone. */
export function toPattern(match: CallMatcher): CallPattern {
  if (typeof match === 'string') return { capability: match };
  const wrong = Object.entries(match).find(
    ([key, value]) => value === undefined || !Object.hasOwn(patternMembers, key),
  );
  if (wrong !== undefined) throw badPattern(wrong[0]);
  return match;
}

/** A rule's name in events. */
export function nameOf({ name, match }: PolicyRule): string {
  if (name !== undefined) return name;
  const { tool, capability, input, agent, annotations, when } = match;
  const words = [
    listed(capability),
    tool === undefined ? '' : `tool ${listed(tool)}`,
    ...Object.entries(input ?? {}).map(([member, glob]) => `${member} ${listed(glob)}`),
    agent === undefined ? '' : `agent ${listed(agent)}`,
    annotations === undefined ? '' : JSON.stringify(annotations),
    when === undefined ? '' : when.name === 'when' || when.name === '' ? 'a condition' : when.name,
  ];
  return words.filter((word) => word !== '').join(', ') || 'every call';
}

function listed(item: string | readonly string[] | undefined): string {
  return typeof item === 'string' ? item : (item ?? []).join(' or ');
}
