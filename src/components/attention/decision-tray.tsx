'use client';
import type { ReactElement } from 'react';
import * as Tray from './tray.parts.js';
import type { TrayRootProps } from './tray-root.js';

/**
 * A button with the number of pending calls over several conversations, runs and sub-agents, and a list of them that
 * leads to each card. Needs the Popover API of the browser.
 *
 * @example <DecisionTray sources={[chat, review]} />
 * @example <DecisionTray sources={broker} onJump={(item, { runId }) => router.push(`/runs/${runId}`)} />
 */
export function DecisionTray(props: TrayRootProps): ReactElement {
  return (
    <Tray.Root {...props}>
      <Tray.Trigger />
      <Tray.Popover>
        <Tray.Title />
        <Tray.Empty />
        <Tray.Groups />
        <Tray.Parked />
      </Tray.Popover>
    </Tray.Root>
  );
}
