/** The number of members of a value, or rows of a table, that are shown at first, and that each press adds. */
export const memberPages: { readonly first: number; readonly next: number } = { first: 50, next: 200 };
