/** How many members of a value, or rows of a table, are shown at first, and how many more at a time. */
export const memberPages: { readonly first: number; readonly next: number } = { first: 50, next: 200 };
