/** Media types of `application/*` that are text. */
const textTypes: RegExp =
  /^(?:text\/|application\/(?:.+\+)?(?:json|xml|yaml|toml)$|image\/svg\+xml$|application\/(?:x-)?(?:ndjson|jsonl(?:ines)?|json5|yaml|javascript|ecmascript|typescript|sql|sh|csh|shellscript|python|ruby|perl|php|httpd-php|tex|latex|graphql|toml|csv|markdown|rtf|subrip|mbox|pem-file|dotenv|patch|diff)$|message\/rfc822$)/;

/**
 * File extensions of text files. Operating systems report a wrong media type for many of them, or none: `.ts` is a
 * video, `.csv` a spreadsheet.
 */
const textEndings: ReadonlySet<string> = new Set(
  (
    'txt text md mdx markdown rst adoc org tex bib csv tsv psv json jsonc json5 jsonl ndjson geojson ipynb xml xsd xsl xslt svg rss atom kml gpx plist ' +
    'yaml yml toml ini cfg conf config properties env editorconfig gitignore lock log diff patch srt vtt sub eml ics vcf pem ' +
    'html htm xhtml css scss sass less js mjs cjs jsx ts mts cts tsx vue svelte astro py pyi rb php java kt kts scala groovy gradle c h cc cpp cxx hpp hh cs fs ' +
    'go rs swift m mm dart lua pl pm r jl ex exs erl hs clj cljs elm ml sql graphql gql proto tf hcl nix sh bash zsh fish ps1 bat cmd dockerfile makefile cmake'
  ).split(' '),
);

/** Image formats that models read. No provider converts images, and all refuse other formats. */
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

/** Returns `true` for a text file, by its media type or, because systems know few of them, by its name. */
export function isTextFile(mediaType: string, filename = ''): boolean {
  const type = plainMediaType(mediaType);
  if (textTypes.test(type)) return true;
  // The name of an image or a PDF proves nothing; their media types are reliable.
  if (readableImages.has(type) || type === 'application/pdf') return false;
  return textEndings.has(endingOf(filename));
}

/**
 * Returns the media type of an image that models cannot read (HEIC, TIFF, SVG, …), or `undefined` for every other file.
 */
export function unreadableImage(mediaType: string, filename = ''): string | undefined {
  const type = plainMediaType(mediaType);
  if (readableImages.has(type)) return undefined;
  const named = imageTypes[endingOf(filename)];
  if (/^image\/[^*]+$/.test(type)) return type;
  return type === '' || type === 'application/octet-stream' ? named : undefined;
}

function endingOf(filename: string): string {
  return /([^./\\]+)$/.exec(filename.toLowerCase())?.[1] ?? '';
}

/** Decodes a text file. A byte order mark determines the encoding; text that is not UTF-8 is read as Windows-1252. */
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
