/**
 * Characters that look like the separators of a path or a host, and that NFKC does not normalize. Some Windows code
 * pages convert them to ASCII.
 */
const separators: readonly (readonly [string, string])[] = [
  ['/', '⁄∕⧸╱⟋〳'],
  ['\\', '∖⧵⧹╲'],
  ['.', 'ꓸ܁܂𐩐'],
  [':', '꞉∶'],
];

/** The ASCII separators, by the characters that look like them. */
export const separatorTwins: ReadonlyMap<string, string> = new Map(
  separators.flatMap(([ascii, others]) => [...others].map((other) => [other, ascii] as const)),
);

/** Cyrillic letters that look the same as Latin ones in most fonts. */
const exact = ['асԁеһіјӏорԛѕуѵԝхАВЕЅІЈКМНОРԚСТУХԜ', 'acdehijlopqsyvwxABESIJKMHOPQCTYXW'] as const;

/** Letters that resemble Latin ones (from Unicode's confusables, for scripts that fonts usually have). */
const similar: readonly (readonly [string, string])[] = [
  ['вкмнтгпүԍӀҮԌѴᴦ', 'BKMHTrnyGlYGVr'],
  ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϳϲαγηικνορτυχωϱβϵ', 'ABEZHIKMNOPTYXCjcaynikvoptuxwpBe'],
  ['օոսհզգցյլքՕՍՏԼ', 'onuhqqgjlpOUSL'],
  ['ᎪᏴᏟᎠᎬᏀᎻᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᎩᏃᎥ', 'ABCDEGHJKLMPRSTVWYZi'],
  ['ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ', 'ABCDEFGHIJKLMNOPRSTUVWXYZ'],
  ['ıɩɑɡɪʟʀʏʙɢʜɴᴀᴄᴅᴇᴊᴋᴍᴏᴘᴛᴜᴠᴡᴢꜰꜱǀ', 'iiagiLRYBGHNAcDEJKMopTuvwzFsl'],
  ['ဝ౦೦൦໐๐ⲟ', 'ooooooo'],
];

function toMap(pairs: readonly (readonly [string, string])[]): ReadonlyMap<string, string> {
  return new Map(pairs.flatMap(([others, latin]) => [...others].map((one, at) => [one, latin.charAt(at)] as const)));
}

/** The Latin letters, by the Cyrillic letters that look the same. */
export const exactTwins: ReadonlyMap<string, string> = toMap([exact]);

const allTwins = toMap([exact, ...similar]);

/** Replaces letters of other scripts with the Latin letters that they resemble. */
export function toLatin(text: string): string {
  return replaceTwins(text, allTwins);
}

/** Replaces characters that look like `/`, `\`, `.` or `:`. */
export function toSeparators(text: string): string {
  return replaceTwins(text, separatorTwins);
}

function replaceTwins(text: string, twins: ReadonlyMap<string, string>): string {
  return text.replace(/[^\0-\x7F]/gu, (one) => twins.get(one) ?? one);
}
