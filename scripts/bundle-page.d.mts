import type { Rollup } from 'vite';

/** What an app has anyway. */
export declare const peers: RegExp;
/** The pages that are measured, by name: the code of each. */
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
/** Bundles the code of a page, whose exports stay, from what was built last. */
export declare function bundlePage(code: string): Promise<readonly Rollup.OutputChunk[]>;
/** The style sheet as the build of an app makes it smaller, in bytes over the wire. */
export declare function stylesSize(): Promise<number>;
/** The chunks that a page loads at its start. */
export declare function initialOf(chunks: readonly Rollup.OutputChunk[]): readonly Rollup.OutputChunk[];
/** Bytes over the wire. */
export declare function gzipped(chunks: readonly Rollup.OutputChunk[]): number;
