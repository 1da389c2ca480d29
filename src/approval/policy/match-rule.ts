import { includesJson } from '../../protocol/base/json.js';
import { isRecord, ownMember } from '../../protocol/base/record.js';
import type { RunContext } from '../../protocol/run-context.js';
import { type MatchPurpose, matchesCapability } from './capability.js';
import { globPath, globSegment } from './glob.js';
import { matchesInput } from './match-input.js';
import { type PolicyCall, unknownCapability } from './policy-call.js';
import type { PolicyTool } from './policy-decision.js';
import { type CallMatcher, type CallPattern, type PolicyRule, toPattern } from './policy-rule.js';

/** The result of matching a rule to a call. `maybe` occurs only for rules that restrict, when the call is ambiguous. */
export type CallMatch = 'yes' | 'maybe' | 'no';

/** Matches one capability of a call; `undefined` for a call that declares none. */
export type CapabilityMatch = (capability: string | undefined) => CallMatch;

const never: CapabilityMatch = () => 'no';

/** Returns the items that rules decide about: each capability, or `undefined` for a call that declares none. */
export function eachOf(capabilities: readonly string[]): readonly (string | undefined)[] {
  return capabilities.length === 0 ? [undefined] : capabilities;
}

/** Matches everything about a call except its capabilities, and returns a function that matches each of them. */
export async function matchCall(
  { effect, match }: PolicyRule,
  call: PolicyCall,
  ctx: RunContext | undefined,
): Promise<CapabilityMatch> {
  return await matchPattern(match, { call, ctx, purpose: effect.type === 'allow' ? 'loosens' : 'restricts' });
}

/** Returns `true` when a rule matches every possible call of a tool, regardless of the input. */
export function alwaysMatches({ match }: PolicyRule, tool: PolicyTool): boolean {
  if (match.input !== undefined || match.when !== undefined || !matchesCaller(match, tool, 'restricts')) return false;
  const { capabilities } = tool;
  if (capabilities === undefined) {
    return match.capability === undefined && excepted(match).every((pattern) => isOtherTool(pattern, tool));
  }
  return eachOf(capabilities).some(
    (one) =>
      meansCapability(match, one, 'restricts') === 'yes' &&
      excepted(match).every(
        (pattern) => isOtherTool(pattern, tool) || meansCapability(pattern, one, 'restricts') === 'no',
      ),
  );
}

interface Matching {
  readonly call: PolicyCall;
  readonly ctx: RunContext | undefined;
  readonly purpose: MatchPurpose;
}

async function matchPattern(pattern: CallPattern, { call, ctx, purpose }: Matching): Promise<CapabilityMatch> {
  if (!matchesCaller(pattern, call, purpose)) return never;
  const about = least([inputMatch(pattern, call, purpose), await conditionMatch(pattern, { call, ctx, purpose })]);
  if (about === 'no') return never;
  const opposite = purpose === 'loosens' ? 'restricts' : 'loosens';
  const exceptions = await Promise.all(
    excepted(pattern).map((exception) => matchPattern(exception, { call, ctx, purpose: opposite })),
  );
  return (capability) => {
    const meant = meansCapability(pattern, capability, purpose);
    // A possible exception to a rule that allows counts as one.
    return exceptions.some((exception) => exception(capability) !== 'no') ? 'no' : least([about, meant]);
  };
}

/**
 * Returns `true` when the tool, agent and annotations of a call match, which are known before its input and
 * capabilities.
 */
function matchesCaller(
  pattern: CallPattern,
  call: Omit<PolicyCall, 'input' | 'capabilities'>,
  purpose: MatchPurpose,
): boolean {
  const { tool, agent, annotations } = pattern;
  return (
    (tool === undefined || anyText(tool, call.toolName, purpose)) &&
    (agent === undefined || asList(agent).some((glob) => meansAgent(glob, call.agentPath, purpose))) &&
    (annotations === undefined || includesJson(call.annotations, annotations))
  );
}

function meansAgent(glob: string, path: readonly string[], purpose: MatchPurpose): boolean {
  return globPath(glob.split('/'), path, (wanted, name) => {
    if (purpose === 'loosens' || wanted === '' || name === '') return globSegment(wanted, name);
    return anyText(wanted, name, purpose);
  });
}

function inputMatch({ input = {} }: CallPattern, call: PolicyCall, purpose: MatchPurpose): CallMatch {
  return least(
    Object.entries(input).map(([member, globs]) => memberMatch(globs, inputMember(call.input, member), purpose)),
  );
}

function memberMatch(globs: string | readonly string[], value: unknown, purpose: MatchPurpose): CallMatch {
  if (typeof value !== 'string') return purpose === 'loosens' ? 'no' : 'maybe';
  return strongestMatch(asList(globs).map((glob) => toMatch(matchesInput(glob, value, purpose))));
}

function inputMember(input: unknown, name: string): unknown {
  let value = input;
  for (const key of name.split('.')) value = isRecord(value) ? ownMember(value, key) : undefined;
  return value;
}

/** Evaluates `when`. An error or a result that is not a boolean makes the rule stricter. */
async function conditionMatch({ when }: CallPattern, { call, ctx, purpose }: Matching): Promise<CallMatch> {
  if (when === undefined) return 'yes';
  const unclear = purpose === 'loosens' ? 'no' : 'maybe';
  try {
    const answer: unknown = await when(call, ctx);
    return answer === true ? 'yes' : answer === false ? 'no' : unclear;
  } catch {
    return unclear;
  }
}

function meansCapability(
  { capability: patterns }: CallPattern,
  capability: string | undefined,
  purpose: MatchPurpose,
): CallMatch {
  if (patterns === undefined) return 'yes';
  if (capability === undefined) return 'no';
  const match = strongestMatch(
    asList(patterns).map((pattern) => toMatch(matchesCapability(pattern, capability, purpose))),
  );
  if (capability !== unknownCapability) return match;
  return purpose === 'loosens' ? 'no' : match === 'yes' ? 'yes' : 'maybe';
}

function anyText(globs: string | readonly string[], text: string, purpose: MatchPurpose): boolean {
  return asList(globs).some((glob) => matchesCapability(`text:${glob}`, `text:${text}`, purpose) !== false);
}

function toMatch(matches: boolean | 'maybe'): CallMatch {
  return matches === 'maybe' ? 'maybe' : matches ? 'yes' : 'no';
}

function least(matches: readonly CallMatch[]): CallMatch {
  return matches.includes('no') ? 'no' : matches.includes('maybe') ? 'maybe' : 'yes';
}

function strongestMatch(matches: readonly CallMatch[]): CallMatch {
  return matches.includes('yes') ? 'yes' : matches.includes('maybe') ? 'maybe' : 'no';
}

function excepted({ except }: CallPattern): readonly CallPattern[] {
  return asList<CallMatcher>(except).map(toPattern);
}

function asList<T>(items: T | readonly T[] | undefined): readonly T[] {
  if (items === undefined) return [];
  return Array.isArray(items) ? items : [items as T]; // Array.isArray does not narrow a readonly array
}

/** Returns `true` when an exception cannot match any call of a tool. */
function isOtherTool(pattern: CallPattern, tool: PolicyTool): boolean {
  return !matchesCaller(pattern, tool, 'loosens');
}
