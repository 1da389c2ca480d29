'use client';
import { type DragEvent, useId, useMemo, useRef, useState } from 'react';
import type { ConversationStatus, UserInput } from '../../conversation/state/conversation-state.js';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import { useConversation } from '../../hooks/use-conversation.js';
import { type Part, part } from '../part/part.js';
import { type Attachment, type AttachmentRules, defaultRules, mediaTypeOf } from './attachment.js';
import { ComposerContext, type ComposerControl, type Sending } from './composer-context.js';
import { useAttachments } from './use-attachments.js';
import { useCardNavigation } from './use-card-navigation.js';
import { useStoredDraft } from './use-draft.js';
import { type EnterKey, useEnterKey } from './use-enter-key.js';

type ComposerRootState = Readonly<{
  status: ConversationStatus;
  sending: Sending;
  /** `over`: files are dragged over it. */
  drop: 'over' | undefined;
}>;

/** Props of `Composer.Root`. */
export interface ComposerRootProps extends Partial<AttachmentRules> {
  /** The conversation of the composer. */
  readonly run: UseAgentRunResult;
  /** The reason why nothing can be written now, shown in place of sending. Default: none. */
  readonly disabled?: string | undefined;
  /**
   * `send`: Enter sends, and Shift+Enter begins a new line. `new-line`: Enter begins a new line, and Ctrl+Enter,
   * ⌘+Enter or the button sends. Default: `new-line` if the only pointer is a finger, since touch keyboards have no
   * Shift+Enter, else `send`.
   */
  readonly enterKey?: EnterKey | undefined;
}

/** The message that is being written, and the drop area for files. */
export const ComposerRoot: Part<'div', ComposerRootState, ComposerRootProps> = part(
  'Composer.Root',
  'div',
  (given, render) => {
    const { run, disabled, enterKey, accept, maxFiles, maxBytes, children, ...props } = given;
    const rules = useMemo(() => withDefaults({ accept, maxFiles, maxBytes }), [accept, maxFiles, maxBytes]);
    const control = useComposerControl({ run, disabled, rules, enterKey });
    const { status } = run.store.getState();
    const [drop, setDrop] = useState<'over'>();

    const over = (event: DragEvent): void => {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault(); // otherwise the browser would leave the page for the file
      const canTake = rules.maxFiles > 0 && disabled === undefined;
      event.dataTransfer.dropEffect = canTake ? 'copy' : 'none';
      if (canTake) setDrop('over');
    };
    return render(props, {
      'data-cs': 'composer',
      state: { status, sending: control.sending, drop },
      onDragEnter: over,
      onDragOver: over,
      onDragLeave: (event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDrop(undefined);
      },
      onDrop: (event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setDrop(undefined);
        if (rules.maxFiles === 0 || disabled !== undefined) return;
        control.attachments.add(event.dataTransfer.files);
        control.field.current?.focus();
      },
      children: <ComposerContext.Provider value={control}>{children}</ComposerContext.Provider>,
    });
  },
);

type ComposerOptions = Pick<ComposerControl, 'run' | 'disabled' | 'rules'> & Pick<ComposerRootProps, 'enterKey'>;

function useComposerControl({ run, disabled, rules, enterKey: given }: ComposerOptions): ComposerControl {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const stopButton = useRef<HTMLButtonElement>(null);
  const [text, setText] = useStoredDraft(run, field);
  const enterKey = useEnterKey(given, field);
  const attachments = useAttachments(rules, run.store);
  const status = useConversation(run, (state) => state.status);
  const cards = useCardNavigation(run, field);
  const { list, clear } = attachments;
  const leaving = useLeaving(run);
  const written = sendingOf(text, list, disabled);
  const sending = written === 'ready' && leaving.state === 'told' ? 'ends' : written;

  const send = (): void => {
    field.current?.focus();
    if (written !== 'ready' || !leaving.say(toInput(text.trim(), list))) return;
    setText('');
    clear();
  };
  const sendQueued = (input: UserInput): void => {
    field.current?.focus(); // the button is removed with the message
    if (leaving.state === 'untold') leaving.say(input);
    else if (run.unqueue(input)) leaving.say(input);
  };
  const stop = (): void => {
    field.current?.focus(); // the button is removed with the run
    run.stop();
  };
  const isBusy = status === 'running' || status === 'waiting';
  const { leftOpen } = leaving;
  const state = { run, leftOpen, text, setText, attachments, rules, sending, disabled, enterKey, isBusy, cards };
  return {
    ...state,
    send,
    sendQueued,
    stop,
    field,
    stopButton,
    fieldId: `${id}f`,
    hintId: `${id}h`,
    warningId: `${id}w`,
  };
}

interface Leaving {
  /** `untold`: calls are parked, and the user was not warned yet that a message ends them. */
  readonly state: 'free' | 'untold' | 'told';
  readonly leftOpen: number;
  /** Sends a message. Returns `false` when it would end calls, and warns first. */
  readonly say: (input: UserInput) => boolean;
}

/** Warns once that the next message ends the parked calls. */
function useLeaving(run: ComposerOptions['run']): Leaving {
  const parked = useConversation(run, (state) => state.parked);
  const [toldOf, setToldOf] = useState<typeof parked>(null);
  if (parked === null) {
    return {
      state: 'free',
      leftOpen: 0,
      say: (input) => {
        run.start(input);
        return true;
      },
    };
  }
  const state = toldOf === parked ? 'told' : 'untold';
  const say = (input: UserInput): boolean => {
    if (state === 'told') run.abandon(input);
    else setToldOf(parked);
    return state === 'told';
  };
  return { state, leftOpen: parked.approvals.length + parked.calls.length, say };
}

function sendingOf(text: string, list: readonly Attachment[], disabled: string | undefined): Sending {
  if (disabled !== undefined) return 'disabled';
  if (list.some(({ state }) => state.status === 'reading')) return 'reading';
  return text.trim() === '' && list.length === 0 ? 'empty' : 'ready';
}

function toInput(text: string, list: readonly Attachment[]): UserInput {
  if (list.length === 0) return text;
  const files = list.flatMap(({ file, state }) =>
    state.status === 'ready'
      ? [{ type: 'file' as const, data: state.url, mediaType: mediaTypeOf(file), filename: file.name }]
      : [],
  );
  return text === '' ? files : [{ type: 'text', text }, ...files];
}

type OptionalRules = { readonly [NAME in keyof AttachmentRules]: AttachmentRules[NAME] | undefined };

function withDefaults({ accept, maxFiles, maxBytes }: OptionalRules): AttachmentRules {
  return {
    accept: accept ?? defaultRules.accept,
    maxFiles: maxFiles ?? defaultRules.maxFiles,
    maxBytes: maxBytes ?? defaultRules.maxBytes,
  };
}
