/**
 * Characters that look like the separators of a path or a host, and that NFKC leaves alone. Code pages of Windows convert some of
 * them to ASCII.
 */
const separators: readonly (readonly [string, string])[] = [
  ['/', '⁄∕⧸╱⟋〳'],
  ['\\', '∖⧵⧹╲'],
  ['.', 'ꓸ܁܂𐩐'],
  [':', '꞉∶'],
];

/** The ASCII separator that a character looks like. */
export const separatorTwins: ReadonlyMap<string, string> = new Map(
  separators.flatMap(([ascii, others]) => [...others].map((other) => [other, ascii] as const)),
);

/** Cyrillic letters that most fonts draw exactly like Latin ones. */
const exact = ['асԁеһіјӏорԛѕуѵԝхАВЕЅІЈКМНОРԚСТУХԜ', 'acdehijlopqsyvwxABESIJKMHOPQCTYXW'] as const;

/** Letters that are taken for Latin ones at a glance (from Unicode's confusables, for scripts that fonts usually have). */
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

/** The Latin letter that a Cyrillic one is drawn like. */
export const exactTwins: ReadonlyMap<string, string> = toMap([exact]);

const allTwins = toMap([exact, ...similar]);

/** Replaces letters of other scripts by the Latin letters that they look like. */
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
