'use client';
import { GrantFacts, GrantItem, GrantRevoke, GrantWords } from './grant-item.js';
import { GrantItems, GrantsEmpty, GrantsProblem, GrantsTitle } from './grant-list.js';
import { GrantsRoot } from './grants-root.js';

/** The parts of a panel of remembered decisions. */
export const GrantList: {
  readonly Root: typeof GrantsRoot;
  readonly Title: typeof GrantsTitle;
  readonly Problem: typeof GrantsProblem;
  readonly Empty: typeof GrantsEmpty;
  readonly Items: typeof GrantItems;
  readonly Item: typeof GrantItem;
  readonly Words: typeof GrantWords;
  readonly Facts: typeof GrantFacts;
  readonly Revoke: typeof GrantRevoke;
} = {
  Root: GrantsRoot,
  Title: GrantsTitle,
  Problem: GrantsProblem,
  Empty: GrantsEmpty,
  Items: GrantItems,
  Item: GrantItem,
  Words: GrantWords,
  Facts: GrantFacts,
  Revoke: GrantRevoke,
};
