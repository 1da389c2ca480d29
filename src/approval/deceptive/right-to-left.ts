/** Matches a letter of the blocks that are written from right to left. */
export const rightToLeft: RegExp =
  /(?=\p{L})[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
