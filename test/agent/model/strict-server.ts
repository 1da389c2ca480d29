import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Provider } from '../../support/provider-answers.js';

type Json = Readonly<Record<string, unknown>>;

/**
 * A server that rejects what the real APIs reject with status 400, and answers everything else with the next
 * script.
 */
export interface StrictServer {
  readonly baseURL: string;
  /** The bodies that were accepted, as text. */
  readonly accepted: readonly string[];
  /** The reasons for the rejections. */
  readonly refusals: readonly string[];
  close(): Promise<void>;
}

/** Starts a server on this machine. A script may depend on the request. */
export async function startStrictServer(
  script: readonly ((body: string) => Parameters<Provider['encode']>[0])[],
  { encode, contentType }: Provider,
): Promise<StrictServer> {
  const accepted: string[] = [];
  const refusals: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const problems = problemsOf(JSON.parse(text));
      const lines = script[accepted.length]?.(text);
      if (problems.length > 0 || lines === undefined) {
        refusals.push(...problems);
        response.writeHead(400, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ error: { message: problems.join('; '), type: 'invalid_request_error' } }));
        return;
      }
      accepted.push(text);
      response.writeHead(200, { 'content-type': contentType });
      response.end(Buffer.concat(encode(lines)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a listening TCP server has an AddressInfo
  return {
    baseURL: `http://127.0.0.1:${port}/v1`,
    accepted,
    refusals,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const schemaKeys = ['parameters', 'input_schema', 'parametersJsonSchema'] as const;
const readable = /^(?:image\/(?:png|jpeg|gif|webp)|application\/pdf|text\/plain|audio\/(?:wav|mpeg))$/;

/** Searches a request of any provider for invalid tools, calls and files. */
function problemsOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(problemsOf);
  if (!isJson(node)) return [];
  const problems: string[] = [];
  const { type, name } = node;
  const schema = schemaKeys.map((key) => node[key]).find(isJson);
  const isNamed = schema !== undefined || type === 'function_call' || type === 'tool_use' || 'arguments' in node;
  if (isNamed && typeof name === 'string' && !/^[A-Za-z_][\w-]{0,63}$/.test(name))
    problems.push(`Invalid name '${name}'`);
  if (schema !== undefined) {
    problems.push(...rootProblems(schema), ...partProblems(schema));
    return problems;
  }
  for (const value of Object.values(node)) {
    const found = typeof value === 'string' ? /^data:([^;]+);base64,/.exec(value)?.[1] : undefined;
    if (found !== undefined && !readable.test(found)) problems.push(`Unsupported media type ${found}`);
  }
  const { media_type: mediaType, mimeType = mediaType } = node;
  if (typeof mimeType === 'string' && !readable.test(mimeType)) problems.push(`Unsupported media type ${mimeType}`);
  return [...problems, ...Object.values(node).flatMap(problemsOf)];
}

function rootProblems(schema: Json): string[] {
  const refused = ['anyOf', 'oneOf', 'allOf', 'enum', 'not', '$ref'].filter((key) => key in schema);
  const keys = refused.map((key) => `Schema has '${key}' at the top level`);
  return schema.type === 'object' ? keys : [...keys, `Schema is of type ${JSON.stringify(schema.type)}`];
}

function partProblems(schema: unknown): string[] {
  if (!isJson(schema)) return ['A schema is not an object'];
  const problems: string[] = [];
  if ([schema.type].flat().includes('array') && !isJson(schema.items)) problems.push('array schema missing items');
  if (typeof schema.exclusiveMinimum === 'boolean') problems.push('exclusiveMinimum is not a number');
  if (Array.isArray(schema.enum) && schema.enum.length === 0) problems.push('enum is empty');
  const parts = Array.isArray(schema.allOf) ? schema.allOf : [];
  if (parts.some((part) => isJson(part) && part.additionalProperties === false)) problems.push('allOf of closed parts');
  for (const key of ['anyOf', 'oneOf', 'allOf']) {
    const list = schema[key];
    if (Array.isArray(list)) problems.push(...list.flatMap(partProblems));
  }
  for (const key of ['properties', '$defs', 'definitions']) {
    const named = schema[key];
    if (isJson(named)) problems.push(...Object.values(named).flatMap(partProblems));
  }
  return isJson(schema.items) ? [...problems, ...partProblems(schema.items)] : problems;
}
