import { toOriginText } from '../../protocol/base/call-origin.js';
import { includesJson } from '../../protocol/base/json.js';
import { isRecord, ownMember } from '../../protocol/base/record.js';
import type { RunContext } from '../../protocol/run-context.js';
import { type MatchPurpose, matchesCapability } from './capability.js';
import { globPath, globSegment } from './glob.js';
import { matchesInput } from './match-input.js';
import { type PolicyCall, unknownCapability } from './policy-call.js';
import type { PolicyTool } from './policy-decision.js';
import { type CallMatcher, type CallPattern, type PolicyRule, toPattern } from './policy-rule.js';

/** The result of matching a rule to a call. `maybe`, for an ambiguous call, occurs only for rules that restrict. */
export type CallMatch = 'yes' | 'maybe' | 'no';

/** Matches one capability of a call. `undefined` stands for a call that declares none. */
export type CapabilityMatch = (capability: string | undefined) => CallMatch;

const matchesNothing: CapabilityMatch = () => 'no';

/** Returns the parts of a call that rules decide about one by one: its capabilities, or `undefined` if it has none. */
export function eachOf(capabilities: readonly string[]): readonly (string | undefined)[] {
  return capabilities.length === 0 ? [undefined] : capabilities;
}

/** Matches everything about a call except its capabilities. The returned function matches those one by one. */
export async function matchCall(
  { effect, match }: PolicyRule,
  call: PolicyCall,
  ctx: RunContext | undefined,
): Promise<CapabilityMatch> {
  return await matchPattern(match, { call, ctx, purpose: effect.type === 'allow' ? 'loosens' : 'restricts' });
}

/** Returns `true` when a rule that restricts matches every possible call of a tool, regardless of the input. */
export function alwaysMatches({ match }: PolicyRule, tool: PolicyTool): boolean {
  const { input, when, afterUntrusted, irreversible } = match;
  if (
    [input, when, afterUntrusted, irreversible].some((each) => each !== undefined) ||
    !matchesTool(match, tool, 'restricts')
  )
    return false;
  const { capabilities } = tool;
  // Without a fixed list, the capabilities depend on the input.
  if (capabilities === undefined) {
    return match.capability === undefined && exceptionsOf(match).every((pattern) => excludesTool(pattern, tool));
  }
  return eachOf(capabilities).some(
    (one) =>
      capabilityMatch(match, one, 'restricts') === 'yes' &&
      exceptionsOf(match).every(
        (pattern) => excludesTool(pattern, tool) || capabilityMatch(pattern, one, 'restricts') === 'no',
      ),
  );
}

interface Matching {
  readonly call: PolicyCall;
  readonly ctx: RunContext | undefined;
  readonly purpose: MatchPurpose;
}

async function matchPattern(pattern: CallPattern, { call, ctx, purpose }: Matching): Promise<CapabilityMatch> {
  if (!matchesTool(pattern, call, purpose)) return matchesNothing;
  const callMatch = weakestMatch([
    inputMatch(pattern, call, purpose),
    circumstancesMatch(pattern, call, purpose),
    await conditionMatch(pattern, { call, ctx, purpose }),
  ]);
  if (callMatch === 'no') return matchesNothing;
  // An exception to a rule that allows is a restriction, and the reverse.
  const opposite = purpose === 'loosens' ? 'restricts' : 'loosens';
  const exceptions = await Promise.all(
    exceptionsOf(pattern).map((exception) => matchPattern(exception, { call, ctx, purpose: opposite })),
  );
  return (capability) => {
    // `maybe` counts: it occurs only for an exception to a rule that allows, and must not let the call run.
    if (exceptions.some((exception) => exception(capability) !== 'no')) return 'no';
    return weakestMatch([callMatch, capabilityMatch(pattern, capability, purpose)]);
  };
}

/**
 * Returns `true` when the tool, its annotations and the agent match. These are known even without a call of the tool.
 */
function matchesTool(
  pattern: CallPattern,
  call: Omit<PolicyCall, 'input' | 'capabilities'>,
  purpose: MatchPurpose,
): boolean {
  const { tool, agent, origin, annotations } = pattern;
  return (
    (tool === undefined || matchesAnyGlob(tool, call.toolName, purpose)) &&
    (agent === undefined || asList(agent).some((glob) => matchesAgent(glob, call.agentPath, purpose))) &&
    (origin === undefined || asList(origin).some((glob) => matchesOrigin(glob, toOriginText(call), purpose))) &&
    (annotations === undefined || includesJson(call.annotations, annotations))
  );
}

function matchesAgent(glob: string, path: readonly string[], purpose: MatchPurpose): boolean {
  return globPath(glob.split('/'), path, (wanted, name) => {
    if (purpose === 'loosens' || wanted === '' || name === '') return globSegment(wanted, name);
    return matchesAnyGlob(wanted, name, purpose);
  });
}

/** A kind without a name covers every origin of that kind. */
function matchesOrigin(glob: string, origin: string, purpose: MatchPurpose): boolean {
  const whole = glob.includes(':') || glob === '*' ? glob : `${glob}:*`;
  return matchesAnyGlob(whole, origin, purpose);
}

function inputMatch({ input = {} }: CallPattern, call: PolicyCall, purpose: MatchPurpose): CallMatch {
  return weakestMatch(
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

function circumstancesMatch(
  { afterUntrusted, irreversible }: CallPattern,
  { untrustedReads = [], reversible, capabilities }: PolicyCall,
  purpose: MatchPurpose,
): CallMatch {
  if (afterUntrusted === true && untrustedReads.length === 0) return 'no';
  if (irreversible !== true || (reversible !== undefined && reversible !== 'yes')) return 'yes';
  // Reading changes nothing.
  const onlyReads = capabilities.length > 0 && capabilities.every((one) => /^[^:]*\.read(?::|$)/.test(one));
  return reversible === undefined && !onlyReads && purpose === 'restricts' ? 'maybe' : 'no';
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

function capabilityMatch(
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

function matchesAnyGlob(globs: string | readonly string[], text: string, purpose: MatchPurpose): boolean {
  return asList(globs).some((glob) => matchesCapability(`text:${glob}`, `text:${text}`, purpose) !== false);
}

function toMatch(matches: boolean | 'maybe'): CallMatch {
  return matches === 'maybe' ? 'maybe' : matches ? 'yes' : 'no';
}

function weakestMatch(matches: readonly CallMatch[]): CallMatch {
  return matches.includes('no') ? 'no' : matches.includes('maybe') ? 'maybe' : 'yes';
}

function strongestMatch(matches: readonly CallMatch[]): CallMatch {
  return matches.includes('yes') ? 'yes' : matches.includes('maybe') ? 'maybe' : 'no';
}

function exceptionsOf({ except }: CallPattern): readonly CallPattern[] {
  return asList<CallMatcher>(except).map(toPattern);
}

function asList<T>(items: T | readonly T[] | undefined): readonly T[] {
  if (items === undefined) return [];
  return Array.isArray(items) ? items : [items as T]; // Array.isArray does not narrow a readonly array
}

/** Returns `true` when a pattern cannot match any call of a tool. */
function excludesTool(pattern: CallPattern, tool: PolicyTool): boolean {
  return !matchesTool(pattern, tool, 'loosens');
}
