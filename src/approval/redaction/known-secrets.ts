import type { Span, TextScan } from './text-scan.js';

/** Shorter secrets occur in too many other words, so they count only as whole words. */
const shortest = 4;
/** The length of a secret that the automaton searches for. After a match, the rest is compared. */
const longest = 256;
/**
 * The limit of the automaton's size. With more secrets, the search would be too slow, and whole texts are hidden
 * instead.
 */
const maxNodes = 100_000;

/** Finds known secrets, in the spellings in which texts quote them. It takes one pass for any number of secrets. */
export function findKnown(scan: TextScan, secrets: readonly string[]): readonly Span[] {
  if (secrets.length === 0 || scan.text === '') return [];
  const known = indices.get(secrets) ?? new SecretIndex(secrets);
  indices.set(secrets, known);
  return known.find(scan);
}

/** Indexes by list of secrets, so that each list is indexed once. */
const indices = new WeakMap<readonly string[], SecretIndex>();

/** An Aho-Corasick automaton: it searches for all secrets in a single pass over the text. */
class SecretIndex {
  /** The next node, by node and character. */
  readonly #next = new Map<number, number>();
  /** The node of the longest proper suffix that is also a prefix of a secret. */
  readonly #fallback: number[] = [0];
  /** The length of the longest secret that ends at a node. */
  readonly #length: number[] = [0];
  readonly #long = new Map<string, string[]>();
  readonly #words = new Set<string>();
  #isFull = false;

  constructor(secrets: readonly string[]) {
    for (const secret of secrets) {
      for (const text of spellings(secret)) {
        if (text.length < shortest) this.#words.add(text);
        else this.#add(text);
      }
      if (this.#isFull) return;
    }
    this.#link();
  }

  find(scan: TextScan): readonly Span[] {
    const { text } = scan;
    if (this.#isFull) return [{ start: 0, end: text.length }];
    const found: Span[] = [...this.#findWords(text)];
    let node = 0;
    let covered = 0;
    for (let at = 0; at < text.length; at++) {
      node = this.#step(scan, node, text.charCodeAt(at));
      const length = this.#length[node] ?? 0;
      if (length === 0) continue;
      const start = at + 1 - length;
      const end = start < covered ? at + 1 : this.#wholeEnd(text, start, at + 1);
      const last = found.at(-1);
      if (last === undefined || start > last.end) found.push({ start, end });
      else found[found.length - 1] = { start: Math.min(last.start, start), end: Math.max(last.end, end) };
      covered = Math.max(covered, end);
    }
    return found;
  }

  #add(text: string): void {
    const head = text.slice(0, longest);
    if (head.length < text.length) this.#long.set(head, [...(this.#long.get(head) ?? []), text].slice(0, 8));
    let node = 0;
    for (let at = 0; at < head.length; at++) {
      const key = edgeOf(node, head.charCodeAt(at));
      let next = this.#next.get(key);
      if (next === undefined) {
        next = this.#length.length;
        if (next > maxNodes) {
          this.#isFull = true;
          return;
        }
        this.#next.set(key, next);
        this.#length.push(0);
      }
      node = next;
    }
    this.#length[node] = head.length;
  }

  /** Sets the fallback of each node, level by level, because a node's fallback has a lower depth. */
  #link(): void {
    const children = new Map<number, (readonly [code: number, child: number])[]>();
    for (const [key, child] of this.#next) {
      const parent = Math.floor(key / 0x1_0000);
      const list = children.get(parent) ?? [];
      list.push([key % 0x1_0000, child]);
      children.set(parent, list);
    }
    const open = [0];
    for (const parent of open) {
      for (const [code, child] of children.get(parent) ?? []) {
        let other = this.#fallback[parent] ?? 0;
        while (other !== 0 && !this.#next.has(edgeOf(other, code))) other = this.#fallback[other] ?? 0;
        const fallback = parent === 0 ? 0 : (this.#next.get(edgeOf(other, code)) ?? 0);
        this.#fallback[child] = fallback;
        this.#length[child] = Math.max(this.#length[child] ?? 0, this.#length[fallback] ?? 0);
        open.push(child);
      }
    }
  }

  #step(scan: TextScan, from: number, code: number): number {
    let node = from;
    for (;;) {
      scan.looked++;
      const next = this.#next.get(edgeOf(node, code));
      if (next !== undefined) return next;
      if (node === 0) return 0;
      node = this.#fallback[node] ?? 0;
    }
  }

  #wholeEnd(text: string, start: number, end: number): number {
    if (end - start < longest) return end;
    const whole = this.#long.get(text.slice(start, end))?.filter((secret) => text.startsWith(secret, start)) ?? [];
    return Math.max(end, ...whole.map((secret) => start + secret.length));
  }

  #findWords(text: string): readonly Span[] {
    if (this.#words.size === 0) return [];
    return Array.from(text.matchAll(/[\p{L}\p{N}_]+/gu), ({ 0: word, index }) => ({
      word,
      span: { start: index, end: index + word.length },
    }))
      .filter(({ word }) => this.#words.has(word))
      .map(({ span }) => span);
  }
}

function edgeOf(node: number, code: number): number {
  return node * 0x1_0000 + code;
}

/** Returns the spellings of a secret: unchanged; within JSON, a URL or a form; and line by line, as in a diff. */
function spellings(secret: string): readonly string[] {
  const plain = secret.trim();
  const inUrl = encoded(plain);
  const lines = plain.includes('\n') ? plain.split(/\r?\n/).map((line) => line.trim()) : [];
  return [
    secret,
    plain,
    JSON.stringify(plain).slice(1, -1),
    inUrl,
    inUrl.replaceAll('%20', '+'),
    ...lines.filter((line) => line.length >= 8),
  ].filter((text) => text.length > 1);
}

function encoded(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return text; // an unpaired surrogate
  }
}
