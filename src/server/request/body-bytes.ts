/** The bytes of JSON syntax. In UTF-8, these bytes are never part of another character. */
const sign = {
  quote: 0x22,
  comma: 0x2c,
  openList: 0x5b,
  backslash: 0x5c,
  closeList: 0x5d,
  openObject: 0x7b,
  closeObject: 0x7d,
} as const;

/** Bytes that are stored up to a limit. Beyond the limit, they are dropped and only counted. */
class StoredBytes {
  readonly #maxBytes: number;
  #parts: Uint8Array[] = [];
  size = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get isStored(): boolean {
    return this.size <= this.#maxBytes;
  }

  add(bytes: Uint8Array): void {
    this.size += bytes.length;
    if (this.isStored) this.#parts.push(bytes);
    else this.#parts = [];
  }

  toText(): string {
    const decoder = new TextDecoder();
    return `${this.#parts.map((part) => decoder.decode(part, { stream: true })).join('')}${decoder.decode()}`;
  }
}

/** The bytes of a request body while it is read. */
export interface BodyBytes {
  /** The number of bytes that count against the limit of the body. */
  readonly size: number;
  add(bytes: Uint8Array): void;
  /** Returns the body without its dropped parts. Call it only if `size` is within the limit. */
  toText(): string;
}

/** Returns a buffer for a whole body. */
export function wholeBody(maxBytes: number): BodyBytes {
  return new StoredBytes(maxBytes);
}

/**
 * Stores a body that is an object, without the elements of the list `list` before its last two. Of these, only the last
 * counts.
 */
export function lastElementsBody(maxBytes: number, list: string): BodyBytes {
  return new LastElements(maxBytes, list);
}

/**
 * Finds the elements of a list in JSON that arrives in parts. It does not validate: `JSON.parse` checks the text that
 * it returns, and dropped elements are never read.
 */
class LastElements implements BodyBytes {
  readonly #maxBytes: number;
  readonly #list: string;
  readonly #before: StoredBytes;
  readonly #after: StoredBytes;
  #elements: readonly StoredBytes[] = [];
  #position: 'before' | 'list' | 'after' = 'before';
  #depth = 0;
  #isInString = false;
  /** `true` if the previous bytes ended with an odd number of backslashes. */
  #isEscaped = false;
  /** The start of the last string on the top level, which may be the name of the list. */
  #name = '';

  constructor(maxBytes: number, list: string) {
    this.#maxBytes = maxBytes;
    this.#list = list;
    this.#before = new StoredBytes(maxBytes);
    this.#after = new StoredBytes(maxBytes);
  }

  get size(): number {
    return this.#before.size + (this.#elements.at(-1)?.size ?? 0) + this.#after.size;
  }

  add(bytes: Uint8Array): void {
    let stored = 0;
    for (let at = 0; at < bytes.length; ) {
      if (this.#isInString) {
        at = this.#passString(bytes, at);
        continue;
      }
      const position = this.#position;
      const target = this.#target;
      this.#pass(bytes[at]);
      const isBoundary = position !== this.#position || target !== this.#target;
      if (isBoundary) {
        // A comma between elements belongs to neither. The brackets belong to the text around the list.
        target.add(bytes.subarray(stored, position === 'before' ? at + 1 : at));
        stored = this.#position === 'after' ? at : at + 1;
      }
      at += 1;
    }
    this.#target.add(bytes.subarray(stored));
  }

  toText(): string {
    const elements = this.#elements.filter(({ isStored }) => isStored).map((element) => element.toText());
    return `${this.#before.toText()}${elements.join(',')}${this.#after.toText()}`;
  }

  get #target(): StoredBytes {
    if (this.#position === 'before') return this.#before;
    return this.#position === 'list' ? (this.#elements.at(-1) ?? this.#after) : this.#after;
  }

  #pass(byte: number | undefined): void {
    const isInList = this.#position === 'list' && this.#depth === 2;
    switch (byte) {
      case sign.quote:
        this.#isInString = true;
        if (this.#depth === 1) this.#name = '';
        return;
      case sign.comma:
        if (isInList) this.#beginElement();
        if (this.#depth === 1) this.#name = '';
        return;
      case sign.openList:
        if (this.#position === 'before' && this.#depth === 1 && this.#name === this.#list) {
          this.#position = 'list';
          this.#beginElement();
        }
        this.#depth += 1;
        return;
      case sign.closeList:
        if (isInList) this.#position = 'after';
        this.#depth -= 1;
        return;
      case sign.openObject:
        this.#depth += 1;
        return;
      case sign.closeObject:
        this.#depth -= 1;
        return;
      default:
        return;
    }
  }

  #beginElement(): void {
    this.#elements = [...this.#elements.slice(-1), new StoredBytes(this.#maxBytes)];
  }

  /** Skips the bytes of a string. Returns the index after its closing quote, or after the last byte. */
  #passString(bytes: Uint8Array, from: number): number {
    for (let at = from; ; ) {
      const found = bytes.indexOf(sign.quote, at);
      const end = found === -1 ? bytes.length : found;
      let backslashes = 0;
      while (end - backslashes > from && bytes[end - backslashes - 1] === sign.backslash) backslashes += 1;
      if (end - backslashes === from && this.#isEscaped) backslashes += 1;
      this.#isEscaped = backslashes % 2 === 1;
      if (found !== -1 && this.#isEscaped) {
        at = end + 1;
        continue;
      }
      if (found !== -1) this.#isInString = false;
      if (this.#depth === 1 && this.#name.length <= this.#list.length)
        this.#name += String.fromCharCode(...bytes.subarray(from, Math.min(end, from + this.#list.length + 1)));
      return found === -1 ? end : end + 1;
    }
  }
}
