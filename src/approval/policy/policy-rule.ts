import { UserError } from '../../protocol/base/errors.js';
import type { JSONObject, JSONValue } from '../../protocol/base/json.js';
import type { PeopleNeeded } from '../../protocol/decided-by.js';
import type { RunContext } from '../../protocol/run-context.js';
import type { PolicyCall } from './policy-call.js';

/** A pattern of calls. A call matches if it matches all members; an empty pattern matches every call. */
export interface CallPattern {
  /** Names of tools; `*` matches any part of a name. */
  readonly tool?: string | readonly string[];
  /** Capabilities, with globs: `fs.*`, `fs.write:/drafts/**`, `net.egress:*.example.com`. */
  readonly capability?: string | readonly string[];
  /**
   * Globs for string members of the input, by name (`path`) or by names joined with dots (`options.host`). They match
   * paths (`/drafts/**`), URLs (`https://*.example.com/docs/**`), hosts (`*.example.com`) or other text (`*`,
   * `git log*`).
   */
  readonly input?: Readonly<Record<string, string | readonly string[]>>;
  /**
   * Globs for agent paths, outermost first: `main/*` is any sub-agent of `main`; `main/**` is `main` and all agents
   * below it.
   */
  readonly agent?: string | readonly string[];
  /**
   * Globs for the origin of a call: `mcp`, `mcp:Weather`, `remote:*`, `agent`. The app names the server; the model
   * cannot.
   */
  readonly origin?: string | readonly string[];
  /** The annotations that an MCP tool must have. Use this only with servers whose hints you trust. */
  readonly annotations?: JSONObject;
  /** The model has read a result that may contain text of strangers, by a tool with `source: 'untrusted'`. */
  readonly afterUntrusted?: true;
  /** The call is not declared as `reversible: 'yes'`. If nothing is declared, a rule that restricts asks. */
  readonly irreversible?: true;
  /** A condition of your own. An error or a result that is not a boolean makes the rule stricter. */
  readonly when?: (call: PolicyCall, ctx: RunContext | undefined) => boolean | PromiseLike<boolean>;
  /** Exceptions: calls that do not match after all. */
  readonly except?: CallMatcher | readonly CallMatcher[];
}

/** A pattern, or a capability as a string. */
export type CallMatcher = string | CallPattern;

/** The effect of a rule on a call. The model reads the message of a denial or a block. */
export type PolicyEffect =
  | { readonly type: 'allow' }
  | { readonly type: 'ask'; readonly needs?: PeopleNeeded }
  | { readonly type: 'deny'; readonly message: string }
  | { readonly type: 'block'; readonly message: string };

/** Options of a rule. */
export interface RuleOptions {
  /** The name of the rule in events. Default: derived from the pattern. */
  readonly name?: string;
  /** The reason that people read, as a sentence. Default: none. */
  readonly reason?: string;
  /** Changes the input of matching calls before they are decided or shown. Default: none. */
  readonly rewrite?: (input: JSONValue) => JSONValue | PromiseLike<JSONValue>;
}

/** Options of {@link ask}. The last three require more than one approval, or restrict who can approve. */
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
  origin: true,
  annotations: true,
  afterUntrusted: true,
  irreversible: true,
  when: true,
  except: true,
};

function badPattern(key: string): UserError {
  return new UserError(
    'policy-pattern',
    `A policy rule got the pattern member '${key}', which is unknown or undefined. It would be ignored, so the rule would match more calls than intended. Use ${Object.keys(patternMembers).join(', ')}, each with a value.`,
  );
}

/** Returns a pattern as an object; a string is a capability. */
export function toPattern(match: CallMatcher): CallPattern {
  if (typeof match === 'string') return { capability: match };
  const wrong = Object.entries(match).find(
    ([key, value]) => value === undefined || !Object.hasOwn(patternMembers, key),
  );
  if (wrong !== undefined) throw badPattern(wrong[0]);
  return match;
}

/** Returns a rule's name for events. */
export function nameOf({ name, match }: PolicyRule): string {
  if (name !== undefined) return name;
  const { tool, capability, input, agent, origin, annotations, afterUntrusted, irreversible, when } = match;
  const words = [
    listed(capability),
    tool === undefined ? '' : `tool ${listed(tool)}`,
    ...Object.entries(input ?? {}).map(([member, glob]) => `${member} ${listed(glob)}`),
    agent === undefined ? '' : `agent ${listed(agent)}`,
    origin === undefined ? '' : `origin ${listed(origin)}`,
    annotations === undefined ? '' : JSON.stringify(annotations),
    afterUntrusted === undefined ? '' : 'after untrusted content',
    irreversible === undefined ? '' : 'irreversible',
    when === undefined ? '' : when.name === 'when' || when.name === '' ? 'a condition' : when.name,
  ];
  return words.filter((word) => word !== '').join(', ') || 'every call';
}

function listed(item: string | readonly string[] | undefined): string {
  return typeof item === 'string' ? item : (item ?? []).join(' or ');
}
