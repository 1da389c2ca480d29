import type { LanguageModelV4CallOptions, LanguageModelV4Message, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { hashText } from '../run/hash-text.js';

/** A name that every provider accepts. Google wants a letter or `_` first, OpenAI at most 64 characters. */
const accepted = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

/**
 * The end of a name made by `toWireName`. A tool whose own name ends like that gets another one, so that no two names
 * meet.
 */
const madeEnding = /__[0-9a-z]{14}$/;

/** The digits of a hash: two times 32 bits in base 36. */
const hashLength = 14;

/** Leaves room for `__` and the hash. */
const stemLength = 64 - 2 - hashLength;

/** The same request with names that its provider accepts, and the way back. */
export interface NamedRequest {
  readonly request: LanguageModelV4CallOptions;
  /** Returns a part of the response with the name under which the app knows the tool. */
  readonly restore: <PART extends LanguageModelV4StreamPart>(part: PART) => PART;
}

/**
 * Replaces the names of tools that providers refuse: with dots, slashes or more than 64 characters, which MCP allows. A
 * name on the wire depends on the name of the tool only, so that histories, resumed runs and other agents have the same
 * one.
 */
export function fitToolNames(request: LanguageModelV4CallOptions): NamedRequest {
  const names = new WireNames(request.tools ?? []);
  // In place: the list is made for this request, and a copy of a long history in each step would cost more than the
  // step.
  const { prompt } = request;
  for (let index = 0; index < prompt.length; index++) {
    const message = prompt[index];
    if (message !== undefined && !accurate.has(message)) prompt[index] = names.fitMessage(message);
  }
  const tools = request.tools?.map((each) => ({ ...each, name: names.fit(each.name) }));
  const { toolChoice } = request;
  const choice = toolChoice?.type === 'tool' ? { ...toolChoice, toolName: names.fit(toolChoice.toolName) } : toolChoice;
  return {
    request: {
      ...request,
      ...(tools === undefined ? {} : { tools }),
      ...(choice === undefined ? {} : { toolChoice: choice }),
    },
    restore: (part) => {
      if (!('toolName' in part)) return part;
      const toolName = names.restore(part.toolName);
      return toolName === part.toolName ? part : { ...part, toolName };
    },
  };
}

/** The names of some tools where they are sent and received. */
export interface NamesOnWire {
  readonly fit: (toolName: string) => string;
  readonly restore: (wireName: string) => string;
}

/** Returns the names that every provider accepts for these tools. All other names stay as they are. */
export function namesOnWire(toolNames: readonly string[]): NamesOnWire {
  const names = new WireNames([]);
  const own = new Set(toolNames);
  for (const toolName of toolNames) names.fit(toolName);
  return {
    fit: (toolName) => (own.has(toolName) ? names.fit(toolName) : toolName),
    restore: (wireName) => names.restore(wireName),
  };
}

/** Messages in which each name is accepted as it is. They stay the same objects from one step to the next. */
const accurate: WeakSet<LanguageModelV4Message> = new WeakSet();

type Tools = NonNullable<LanguageModelV4CallOptions['tools']>;
type Part = Exclude<LanguageModelV4Message['content'], string>[number];

class WireNames {
  /** The tools that the provider defines. Packages translate their names themselves. */
  readonly #own: Set<string>;
  readonly #names: Map<string, string> = new Map();

  constructor(tools: Tools) {
    this.#own = new Set(tools.flatMap(({ type, name }) => (type === 'provider' ? [name] : [])));
  }

  fit(name: string): string {
    const wireName = this.#own.has(name) ? name : toWireName(name);
    if (wireName !== name) this.#names.set(wireName, name);
    return wireName;
  }

  restore(wireName: string): string {
    return this.#names.get(wireName) ?? wireName;
  }

  /** Returns the same message where no name in it changes, which is nearly always. */
  fitMessage(message: LanguageModelV4Message): LanguageModelV4Message {
    const { role, content } = message;
    if (role === 'system' || role === 'user') {
      accurate.add(message);
      return message;
    }
    const parts: readonly Part[] = content;
    const ofProvider = new Set(parts.flatMap((part) => (isOfProvider(part) ? [part.toolCallId] : [])));
    const fitted = parts.map((part) => {
      if (part.type !== 'tool-call' && part.type !== 'tool-result') return part;
      const toolName = ofProvider.has(part.toolCallId) ? part.toolName : this.fit(part.toolName);
      return toolName === part.toolName ? part : { ...part, toolName };
    });
    const isChanged = fitted.some((part, index) => part !== parts[index]);
    if (!isChanged && ofProvider.size === 0) accurate.add(message);
    return isChanged ? ({ ...message, content: fitted } as LanguageModelV4Message) : message; // parts keep their type
  }
}

/** Calls that the provider ran keep the name that it gave them, such as `mcp.search`. */
function isOfProvider(part: Part): part is Extract<Part, { type: 'tool-call' }> {
  return part.type === 'tool-call' && part.providerExecuted === true;
}

function toWireName(name: string): string {
  if (accepted.test(name) && !madeEnding.test(name)) return name;
  const stem = name.replace(/[^A-Za-z0-9_-]+/g, '_').replace(/^(?![A-Za-z_])/, '_');
  return `${stem.slice(0, stemLength)}__${hashText(name).padStart(hashLength, '0')}`;
}
