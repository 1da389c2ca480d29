/** Where a picture lies. */
export type ImageSource =
  /** In the page, or where the page comes from. */
  | { readonly type: 'here' }
  /** Elsewhere: whoever loads it is seen there. */
  | { readonly type: 'remote'; readonly url: URL }
  /** On a server nobody knows where the page comes from. */
  | { readonly type: 'unknown' }
  /** It is no address of a picture. */
  | { readonly type: 'refused' };

/** Tells where a picture lies. */
export function imageSource(text: string, place: 'page' | 'server'): ImageSource {
  if (/^(?:data:image\/|blob:)/i.test(text)) return { type: 'here' };
  if (place === 'server') return { type: 'unknown' };
  try {
    const url = new URL(text, document.baseURI);
    if (url.origin === location.origin) return { type: 'here' };
    return /^https?:$/.test(url.protocol) ? { type: 'remote', url } : { type: 'refused' };
  } catch {
    return { type: 'refused' };
  }
}
