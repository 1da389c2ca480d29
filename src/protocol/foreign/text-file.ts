/** Media types of text, also those outside of `text/*`. */
const textTypes: RegExp =
  /^(?:text\/|application\/(?:.+\+)?(?:json|xml|yaml|toml)$|image\/svg\+xml$|application\/(?:x-)?(?:ndjson|jsonl(?:ines)?|json5|yaml|javascript|ecmascript|typescript|sql|sh|csh|shellscript|python|ruby|perl|php|httpd-php|tex|latex|graphql|toml|csv|markdown|rtf|subrip|mbox|pem-file|dotenv|patch|diff)$|message\/rfc822$)/;

/**
 * File extensions of text files, and names of files without one (`makefile`). Operating systems report a wrong media
 * type for many of them, or none: a video for `.ts`, a spreadsheet for `.csv`.
 */
const textExtensions: ReadonlySet<string> = new Set(
  (
    'txt text md mdx markdown rst adoc org tex bib csv tsv psv json jsonc json5 jsonl ndjson geojson ipynb xml xsd xsl xslt svg rss atom kml gpx plist ' +
    'yaml yml toml ini cfg conf config properties env editorconfig gitignore lock log diff patch srt vtt sub eml ics vcf pem ' +
    'html htm xhtml css scss sass less js mjs cjs jsx ts mts cts tsx vue svelte astro py pyi rb php java kt kts scala groovy gradle c h cc cpp cxx hpp hh cs fs ' +
    'go rs swift m mm dart lua pl pm r jl ex exs erl hs clj cljs elm ml sql graphql gql proto tf hcl nix sh bash zsh fish ps1 bat cmd dockerfile makefile cmake'
  ).split(' '),
);

/** The image formats that models can read. Providers refuse all others and do not convert them. */
const readableImages: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/jpg',
  'image/gif',
  'image/webp',
]);

const imageTypes: Readonly<Record<string, string>> = {
  heic: 'image/heic',
  heif: 'image/heif',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  svg: 'image/svg+xml',
  svgz: 'image/svg+xml',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
  avif: 'image/avif',
  jxl: 'image/jxl',
  psd: 'image/vnd.adobe.photoshop',
};

/** Returns the media type without parameters, in lower case. */
export function plainMediaType(mediaType: string): string {
  return mediaType.replace(/;.*/s, '').trim().toLowerCase();
}

/** Returns `true` for a text file. Checks the name too, because operating systems know few media types of text. */
export function isTextFile(mediaType: string, filename = ''): boolean {
  const type = plainMediaType(mediaType);
  if (textTypes.test(type)) return true;
  // The media types of images and PDF are reliable, whatever the file is called.
  if (readableImages.has(type) || type === 'application/pdf') return false;
  return textExtensions.has(extensionOf(filename));
}

/**
 * Returns the media type of an image that models cannot read as an image (HEIC, TIFF, SVG, …), or `undefined` for every
 * other file. SVG is also text, so check {@link isTextFile} first.
 */
export function unreadableImage(mediaType: string, filename = ''): string | undefined {
  const type = plainMediaType(mediaType);
  if (readableImages.has(type)) return undefined;
  const typeByName = imageTypes[extensionOf(filename)];
  if (/^image\/[^*]+$/.test(type)) return type;
  return type === '' || type === 'application/octet-stream' ? typeByName : undefined;
}

/** Returns the extension in lower case; the whole name for a file without one. */
function extensionOf(filename: string): string {
  return /([^./\\]+)$/.exec(filename.toLowerCase())?.[1] ?? '';
}

/** Decodes a text file: by its byte order mark, else as UTF-8. Invalid UTF-8 is decoded as Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
