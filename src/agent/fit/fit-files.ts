import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4TextPart,
} from '@ai-sdk/provider';
import { isRecord } from '../../protocol/base/record.js';
import { plainMediaType } from '../../protocol/foreign/text-file.js';
import { fileNote, fitFile } from './fit-file.js';

type FitPart = LanguageModelV4FilePart | LanguageModelV4TextPart;

/** A request, and the names of the files that were removed from it. */
interface RequestWithoutFiles {
  readonly request: LanguageModelV4CallOptions;
  readonly names: readonly string[];
}

/** Files stay the same objects from one step to the next, so each is decoded once in a run. */
const fitted: WeakMap<LanguageModelV4FilePart, FitPart> = new WeakMap();

/** Messages without files. They stay the same objects, too. */
const withoutFiles: WeakSet<LanguageModelV4Message> = new WeakSet();

/**
 * Converts the files of a request to forms that the provider accepts. It works in place, because the list of messages
 * belongs to this request.
 */
export function fitFiles({ prompt }: LanguageModelV4CallOptions, provider: string): void {
  let fits = 0;
  const fitPart = (file: LanguageModelV4FilePart): FitPart => {
    fits += 1;
    const known = fitted.get(file) ?? fitFile(file, provider);
    fitted.set(file, known);
    return known;
  };
  const fitResult = (file: LanguageModelV4FilePart): FitPart => {
    const known = fitPart(file);
    return known.type === 'text' || supportsFileResult(provider, known.mediaType) ? known : fileNote(known);
  };
  for (let index = 0; index < prompt.length; index++) {
    const message = prompt[index];
    if (message === undefined || withoutFiles.has(message)) continue;
    fits = 0;
    const fitting = mapFilesOf(message, message.role === 'tool' ? fitResult : fitPart);
    if (fits === 0) withoutFiles.add(message);
    prompt[index] = fitting;
  }
}

/**
 * Returns `false` for a file that a package loses in the result of a tool without an error: packages of chat
 * completions write its Base64 into the
 * text that the model reads, and others omit it.
 */
function supportsFileResult(provider: string, mediaType: string): boolean {
  const [company = '', api] = provider.split('.');
  if (api === 'chat') return company === 'openrouter';
  if (company === 'xai') return mediaType.startsWith('image/');
  if (provider.includes('anthropic')) return /^image\/|^application\/pdf$/.test(mediaType);
  return true;
}

/**
 * Returns the request without the files that the model's package has just rejected by itself, each replaced by a note;
 * `undefined` if the error is
 * about something else. Only the package knows which files its provider accepts, and a file in the history must not
 * fail all later messages.
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
  const replace = (file: LanguageModelV4FilePart): FitPart => {
    if (!isRefused(file)) return file;
    names.push(`${file.filename ?? 'a file'} (${plainMediaType(file.mediaType)})`);
    return fileNote(file);
  };
  const prompt = request.prompt.map((message) => mapFilesOf(message, replace));
  return { request: { ...request, prompt }, names };
}

interface AnyPart {
  readonly type: string;
  readonly output?: unknown;
}

/** Returns the same message if none of its files changes. */
function mapFilesOf(
  message: LanguageModelV4Message,
  change: (file: LanguageModelV4FilePart) => FitPart,
): LanguageModelV4Message {
  const mapPart = (part: AnyPart): AnyPart => {
    if (part.type === 'file') return change(part as LanguageModelV4FilePart); // Guaranteed by the type.
    if (part.type !== 'tool-result' || !isRecord(part.output)) return part;
    const { output } = part;
    if (output.type !== 'content' || !Array.isArray(output.value)) return part;
    const value = mapList(output.value, mapPart);
    return value === output.value ? part : { ...part, output: { ...output, value } };
  };
  if (message.role === 'system') return message;
  const content = mapList<AnyPart>(message.content, mapPart);
  // A text may replace a file anywhere.
  return content === message.content ? message : ({ ...message, content } as typeof message);
}

function mapList<T>(list: readonly T[], change: (item: T) => T): readonly T[] {
  const changed = list.map(change);
  return changed.every((item, index) => item === list[index]) ? list : changed;
}
