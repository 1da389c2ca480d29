'use client';
import type { RefObject } from 'react';
import type { UserInput } from '../../conversation/state/conversation-state.js';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import { type PartContext, partContext } from '../part/use-within.js';
import type { AttachmentRules } from './attachment.js';
import type { Attachments } from './use-attachments.js';
import type { CardNavigation } from './use-card-navigation.js';
import type { EnterKey } from './use-enter-key.js';

/**
 * The result of sending now: nothing is written yet, ready, or blocked by the app or a file that is loading. `ends`:
 * sending ends the parked calls, and the user was warned.
 */
export type Sending = 'empty' | 'ready' | 'ends' | 'reading' | 'disabled';

/** The values that the parts of a composer share. */
export interface ComposerControl {
  readonly run: UseAgentRunResult;
  readonly text: string;
  readonly setText: (text: string) => void;
  /** The effect of Enter without a modifier. */
  readonly enterKey: EnterKey;
  readonly attachments: Attachments;
  readonly rules: AttachmentRules;
  readonly sending: Sending;
  /** The app's reason why nothing can be sent. */
  readonly disabled: string | undefined;
  /** The number of parked calls that a message would end. */
  readonly leftOpen: number;
  /** Sends the message; with parked calls, the first press only warns that it ends them. */
  readonly send: () => void;
  /** Sends a queued message. */
  readonly sendQueued: (input: UserInput) => void;
  readonly stop: () => void;
  readonly isBusy: boolean;
  readonly cards: CardNavigation;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly stopButton: RefObject<HTMLButtonElement | null>;
  readonly fieldId: string;
  readonly hintId: string;
  readonly warningId: string;
}

/** The composer around. */
export const ComposerContext: PartContext<ComposerControl> = partContext(
  'Composer.Root run={…}',
  'it has no message to write',
);
