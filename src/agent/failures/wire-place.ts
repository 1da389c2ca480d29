/**
 * A place in a request as its provider names it: an element of its list of messages, perhaps a part of that, or one of
 * its tools.
 */
export type NamedPlace =
  | { readonly type: 'message'; readonly index: number; readonly part: number | undefined }
  | { readonly type: 'tool'; readonly index: number }
  | { readonly type: 'tool-name'; readonly name: string };

const index = String.raw`(?:\.?\[(\d+)\]|\.(\d+)\b)`;
/**
 * OpenAI `messages[3].content[1]`, `messages.[3].role`, `input[4]`; Anthropic `messages.3.content.1`; Google
 * `contents[2].parts[0]`.
 */
const messagePlace = new RegExp(String.raw`\b(?:messages|input|contents)${index}(?:\.(?:content|parts)${index})?`);
/** FastAPI, such as vLLM: `"loc": ["body", "messages", 3, "user", "content", 1]`. */
const listedPlace = /"(?:messages|input)",\s*(\d+)(?:,\s*"[^"]*")*(?:,\s*(\d+))?/;
/**
 * OpenAI `tools[2].function.name`; Anthropic `tools.2.custom.input_schema`; Google `tools[0].function_declarations[2]`.
 */
const toolPlace = new RegExp(String.raw`\btools${index}(?:\.(?:function_declarations|functionDeclarations)${index})?`);
/** OpenAI: `Invalid schema for function 'send_mail'`. */
const namedTool = /\b(?:function|tool)(?: name)? ['"\x60]([\w-]{1,128})['"\x60]/i;

/** Finds the first place of a request that a provider's message names. */
export function readPlace(text: string): NamedPlace | undefined {
  const found = [messagePlace, listedPlace, toolPlace, namedTool].flatMap((pattern) => {
    const match = pattern.exec(text);
    return match === null ? [] : [{ pattern, match }];
  });
  const [first] = found.sort((a, b) => a.match.index - b.match.index);
  if (first === undefined) return undefined;
  const numbers = first.match.slice(1).filter((group) => group !== undefined);
  const [outer = '', inner] = numbers;
  if (first.pattern === namedTool) return { type: 'tool-name', name: outer };
  if (first.pattern === toolPlace) return { type: 'tool', index: Number(inner ?? outer) };
  return { type: 'message', index: Number(outer), part: inner === undefined ? undefined : Number(inner) };
}
