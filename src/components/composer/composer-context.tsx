'use client';
import type { RefObject } from 'react';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import type { UserInput } from '../../store/state/conversation-state.js';
import { type PartContext, partContext } from '../part/use-within.js';
import type { AttachmentRules } from './attachment.js';
import type { Attachments } from './use-attachments.js';
import type { EnterKey } from './use-enter-key.js';
import type { WayToCards } from './use-way-to-cards.js';

/**
 * What can be done with what is written: nothing yet, send it, or nothing because the app or a file that is being read forbids it.
 * `ends`: sending it ends the calls that were left open, and who writes was told so.
 */
export type Sending = 'empty' | 'ready' | 'ends' | 'reading' | 'disabled';

/** What the parts of a composer need from it. */
export interface ComposerControl {
  readonly run: UseAgentRunResult;
  readonly text: string;
  readonly setText: (text: string) => void;
  /** The effect of Enter without a modifier. */
  readonly enterKey: EnterKey;
  readonly attachments: Attachments;
  readonly rules: AttachmentRules;
  readonly sending: Sending;
  /** Why nothing can be sent, in the app's words. */
  readonly disabled: string | undefined;
  /** How many calls were left open that a message would end. */
  readonly leftOpen: number;
  /** Sends what is written; while calls are left open, the first press only says that it ends them. */
  readonly send: () => void;
  /** The same for a message that waits. */
  readonly sendQueued: (input: UserInput) => void;
  readonly stop: () => void;
  readonly isBusy: boolean;
  readonly cards: WayToCards;
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
