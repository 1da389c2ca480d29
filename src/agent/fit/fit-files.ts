import type { LanguageModelV4CallOptions, LanguageModelV4FilePart, LanguageModelV4TextPart } from '@ai-sdk/provider';
import { isRecord } from '../../protocol/base/record.js';
import { plainMediaType } from '../../protocol/foreign/text-file.js';
import { fileNote, fitFile } from './fit-file.js';

type FitPart = LanguageModelV4FilePart | LanguageModelV4TextPart;

/** A request, and the files that are not in it any more. */
interface RequestWithoutFiles {
  readonly request: LanguageModelV4CallOptions;
  readonly names: readonly string[];
}

/** Files stay the same objects from one step to the next, so each is decoded once a run. */
const fitted: WeakMap<LanguageModelV4FilePart, FitPart> = new WeakMap();

/** Returns the request with its files in forms that the provider takes. */
export function fitFiles(request: LanguageModelV4CallOptions, provider: string): LanguageModelV4CallOptions {
  return mapFiles(request, (file) => {
    const known = fitted.get(file) ?? fitFile(file, provider);
    fitted.set(file, known);
    return known;
  });
}

/**
 * Returns the request without the files that the model's package has just refused by itself, each replaced by a note; `undefined` where the error is about something
 * else. Only the package knows which files its provider takes, and a file in the history must not fail all later messages.
 */
export function withoutRefusedFiles(
  request: LanguageModelV4CallOptions,
  error: unknown,
): RequestWithoutFiles | undefined {
  if (!isRecord(error) || error.name !== 'AI_UnsupportedFunctionalityError') return undefined;
  const reason = `${error.functionality} ${error.message}`.toLowerCase();
  const named = replaceFiles(request, ({ mediaType }) => reason.includes(plainMediaType(mediaType)));
  if (named.names.length > 0) return named;
  const isAboutFiles = /file|media type|image|audio|video|pdf|content part/.test(reason);
  const others = isAboutFiles ? replaceFiles(request, () => true) : named;
  return others.names.length > 0 ? others : undefined;
}

function replaceFiles(
  request: LanguageModelV4CallOptions,
  isRefused: (file: LanguageModelV4FilePart) => boolean,
): RequestWithoutFiles {
  const names: string[] = [];
  const replaced = mapFiles(request, (file) => {
    if (!isRefused(file)) return file;
    names.push(`${file.filename ?? 'a file'} (${plainMediaType(file.mediaType)})`);
    return fileNote(file);
  });
  return { request: replaced, names };
}

interface AnyPart {
  readonly type: string;
  readonly output?: unknown;
}

/** Returns the same messages where none of their files changes. */
function mapFiles(
  request: LanguageModelV4CallOptions,
  change: (file: LanguageModelV4FilePart) => FitPart,
): LanguageModelV4CallOptions {
  const mapPart = (part: AnyPart): AnyPart => {
    if (part.type === 'file') return change(part as LanguageModelV4FilePart); // the type says so
    if (part.type !== 'tool-result' || !isRecord(part.output)) return part;
    const { output } = part;
    if (output.type !== 'content' || !Array.isArray(output.value)) return part;
    const value = mapList(output.value, mapPart);
    return value === output.value ? part : { ...part, output: { ...output, value } };
  };
  const prompt = request.prompt.map((message) => {
    if (message.role === 'system') return message;
    const content = mapList<AnyPart>(message.content, mapPart);
    // Text may stand wherever a file may.
    return content === message.content ? message : ({ ...message, content } as typeof message);
  });
  return { ...request, prompt };
}

function mapList<T>(list: readonly T[], change: (item: T) => T): readonly T[] {
  const changed = list.map(change);
  return changed.every((item, index) => item === list[index]) ? list : changed;
}
