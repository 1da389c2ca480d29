import type { LanguageModelV4StreamPart, SharedV4ProviderMetadata } from '@ai-sdk/provider';
import { textKeyOf } from '../../protocol/base/event-keys.js';
import type { Emit } from '../plumbing/delta-batcher.js';
import { metadataOf } from '../plumbing/metadata-of.js';
import type { ContentPart } from './response-parts.js';

type Of<EVENT extends 'start' | 'delta' | 'end'> = Extract<
  LanguageModelV4StreamPart,
  { type: `${'text' | 'reasoning'}-${EVENT}` }
>;

interface OpenText {
  readonly part: { type: 'text' | 'reasoning'; text: string; providerOptions?: SharedV4ProviderMetadata };
  /** Its id in the events. */
  readonly id: string;
}

/** The text and reasoning of a response. Its path for deltas is short, because there are many. */
export class ResponseText {
  readonly #emit: Emit;
  readonly #parts: ContentPart[];
  readonly #partIds: Set<string>;
  readonly #open: Readonly<Record<'text' | 'reasoning', Map<string, OpenText>>> = {
    text: new Map(),
    reasoning: new Map(),
  };

  /**
   * `partIds` are the ids in earlier events of the step, those of a failed request included, so that no id stands for
   * two parts.
   */
  constructor(emit: Emit, parts: ContentPart[], partIds: Set<string>) {
    this.#emit = emit;
    this.#parts = parts;
    this.#partIds = partIds;
  }

  start(
    part: Pick<Of<'start'>, 'id' | 'providerMetadata'> & { readonly type: Of<'start' | 'delta'>['type'] },
  ): OpenText {
    const type = part.type.startsWith('text') ? 'text' : 'reasoning';
    this.#close(type, part.id);
    let id = part.id;
    const keyOf = (name: string): string => textKeyOf({ type: `${type}-start`, id: name }) ?? '';
    for (let n = 2; this.#partIds.has(keyOf(id)); n++) id = `${part.id}_${n}`;
    this.#partIds.add(keyOf(id));
    const open: OpenText = { id, part: { type, text: '' } };
    this.#open[type].set(part.id, open);
    this.#parts.push(open.part);
    keepMetadata(open, part.providerMetadata);
    this.#emit({ type: `${type}-start`, id });
    return open;
  }

  grow(part: Of<'delta'>): void {
    const type = part.type === 'text-delta' ? 'text' : 'reasoning';
    const open = this.#open[type].get(part.id) ?? this.start(part);
    keepMetadata(open, part.providerMetadata);
    if (part.delta === '') return;
    const offset = open.part.text.length;
    open.part.text += part.delta;
    this.#emit({ type: part.type, id: open.id, delta: part.delta, offset });
  }

  end(part: Of<'end'>): void {
    const type = part.type === 'text-end' ? 'text' : 'reasoning';
    const open = this.#open[type].get(part.id);
    if (open !== undefined) keepMetadata(open, part.providerMetadata);
    this.#close(type, part.id, part.type === 'text-end' ? part.citations : undefined);
  }

  /** Ends the texts that the stream left open. */
  endAll(): void {
    for (const type of ['text', 'reasoning'] as const) for (const id of this.#open[type].keys()) this.#close(type, id);
  }

  #close(
    type: 'text' | 'reasoning',
    providerId: string,
    citations?: Extract<Of<'end'>, { type: 'text-end' }>['citations'],
  ): void {
    const open = this.#open[type].get(providerId);
    if (open === undefined) return;
    this.#open[type].delete(providerId);
    const { providerOptions: providerMetadata } = open.part;
    const cited = citations === undefined ? {} : { citations };
    this.#emit({ type: `${type}-end`, id: open.id, ...cited, ...metadataOf({ providerMetadata }) });
  }
}

function keepMetadata({ part }: OpenText, metadata: SharedV4ProviderMetadata | undefined): void {
  if (metadata !== undefined && metadata !== null) part.providerOptions = metadata;
}
