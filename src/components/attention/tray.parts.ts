export { TrayItem as Item } from './tray-item.js';
export {
  TrayEmpty as Empty,
  TrayGroup as Group,
  TrayGroups as Groups,
  TrayItems as Items,
  TrayTitle as Title,
} from './tray-list.js';
export { TrayParked as Parked } from './tray-parked.js';
export { TrayPopover as Popover, TrayTrigger as Trigger } from './tray-popover.js';
export { TrayRoot as Root } from './tray-root.js';
