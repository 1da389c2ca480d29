/**
 * Returns a page of the package with absolute links. README.md gets all of them; other pages keep those to published
 * files.
 */
export declare function absoluteLinks(
  page: { readonly path: string; readonly text: string },
  places: {
    readonly repository: string;
    readonly homepage: string;
    readonly version: string;
    readonly isPublished: (path: string) => boolean;
  },
): string;
