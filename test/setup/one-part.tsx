import { Approval } from 'countersign/components';

/** A page that shows one part of a namespace and nothing else. */
export const Title: typeof Approval.Title = Approval.Title;
