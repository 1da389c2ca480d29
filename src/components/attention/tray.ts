'use client';
import { TrayItem } from './tray-item.js';
import { TrayEmpty, TrayGroup, TrayGroups, TrayItems, TrayTitle } from './tray-list.js';
import { TrayPopover, TrayTrigger } from './tray-popover.js';
import { TrayRoot } from './tray-root.js';

/** The parts of a tray of waiting calls. */
export const Tray: {
  readonly Root: typeof TrayRoot;
  readonly Trigger: typeof TrayTrigger;
  readonly Popover: typeof TrayPopover;
  readonly Title: typeof TrayTitle;
  readonly Empty: typeof TrayEmpty;
  readonly Groups: typeof TrayGroups;
  readonly Group: typeof TrayGroup;
  readonly Items: typeof TrayItems;
  readonly Item: typeof TrayItem;
} = {
  Root: TrayRoot,
  Trigger: TrayTrigger,
  Popover: TrayPopover,
  Title: TrayTitle,
  Empty: TrayEmpty,
  Groups: TrayGroups,
  Group: TrayGroup,
  Items: TrayItems,
  Item: TrayItem,
};
