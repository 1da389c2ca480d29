import type { Rollup } from 'vite';

/** The packages that an app has anyway. */
export declare const peers: RegExp;
/** The code of the measured pages, by name. */
export declare const pages: Readonly<
  Record<
    | 'hook + loop + tools + approval logic'
    | 'the same with policies and grants'
    | 'AgentChat with hook and loop'
    | 'ApprovalCard'
    | 'Approval.Root, Title, Approve, Deny'
    | 'EventFeed'
    | 'hook + remote agent + HTTP transport'
    | 'hook + remote agent + AG-UI transport'
    | 'Confirm',
    string
  >
>;
/** Bundles the code of a page with its exports, from the last build or from another folder with one. */
export declare function bundlePage(code: string, dist?: string): Promise<readonly Rollup.OutputChunk[]>;
/** Returns the size of the style sheet after minification and gzip, in bytes. */
export declare function stylesSize(dist?: string): Promise<number>;
/** Returns the initial chunks of a page. */
export declare function initialOf(chunks: readonly Rollup.OutputChunk[]): readonly Rollup.OutputChunk[];
/** Returns the gzipped size in bytes. */
export declare function gzipped(chunks: readonly Rollup.OutputChunk[]): number;
