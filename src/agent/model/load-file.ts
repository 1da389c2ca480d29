/** A loaded file. */
export interface LoadedFile {
  readonly data: Uint8Array;
  /** Its media type, where known. It replaces only a media type without a subtype, such as `image`. */
  readonly mediaType?: string | null;
}

/** Limits for one file. */
export interface LoadFileOptions {
  /** Aborts when the run is stopped or the file takes longer than 60 seconds. */
  readonly signal: AbortSignal;
  /** A larger file is refused after loading, so a loader should stop reading there. */
  readonly maxBytes: number;
}

/**
 * Loads a file that messages or tool results name by its URL.
 *
 * The URL may come from anyone who wrote a part of the conversation: a user, a model, a tool, another server. Check its host against a list
 * of your own, and do not follow redirects.
 */
export type LoadFile = (url: URL, options: LoadFileOptions) => PromiseLike<LoadedFile>;
