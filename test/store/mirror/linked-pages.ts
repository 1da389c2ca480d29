import { type Conversation, createAgent, createConversation, tool } from 'countersign/core';
import { type ScriptedTurn, scriptedModel } from 'countersign/testing';
import { onTestFinished } from 'vitest';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ConversationChannel } from '../../../src/store/mirror/channel.js';
import { Follower } from '../../../src/store/mirror/follower.js';
import { tellOthers } from '../../../src/store/mirror/tell-others.js';
import { type ConversationState, initialState } from '../../../src/store/state/conversation-state.js';
import { inputSchema } from '../../conformance/kept-support.js';

/** Channels that are one, as those of pages are. What is sent is noted, and arrives soon. */
export class Line {
  /** Is called with what is sent, before anything else happens. */
  onSent: (said: { readonly type: string }) => void = () => {};
  /** What was sent so far, read. */
  readonly sent: { readonly type: string; readonly from: string; readonly to?: string }[] = [];
  readonly #listeners: Map<object, Set<(text: string) => void>> = new Map();

  channel(): ConversationChannel {
    const end = {};
    const own = new Set<(text: string) => void>();
    this.#listeners.set(end, own);
    return {
      send: (text) => {
        const said = JSON.parse(text);
        this.sent.push(said);
        this.onSent(said);
        queueMicrotask(() => this.#arrive(end, text));
      },
      listen: (listener) => {
        own.add(listener);
        return () => own.delete(listener);
      },
      close: () => this.#listeners.delete(end),
    };
  }

  #arrive(from: object, text: string): void {
    for (const [other, listeners] of this.#listeners) if (other !== from) for (const hear of listeners) hear(text);
  }
}

/** A page that has a conversation, told over a line. `gone` ends it without a word. */
export function leaderOn(line: Line, turns: readonly ScriptedTurn[]): Conversation & { readonly gone: () => void } {
  const ask = tool({ inputSchema, requiresApproval: true, execute: () => 'done' });
  const agent = createAgent({ model: scriptedModel(turns), tools: { ask } });
  const conversation = createConversation(() => ({ agent }));
  const gone = tellOthers(line.channel(), { store: conversation.store, verbs: conversation });
  onTestFinished(() => {
    gone();
    conversation.dispose();
  });
  return { ...conversation, gone };
}

/** A page that looks on over a line. */
export function followerOn(line: Line): {
  readonly follower: Follower;
  readonly store: StoreApi<ConversationState>;
  readonly channel: ConversationChannel;
} {
  const store = createStore<ConversationState>(() => ({ ...initialState, place: 'elsewhere' }));
  const channel = line.channel();
  const clock = { now: () => 0, setTimeout: () => () => {} };
  const follower = new Follower(channel, { store, clock, onSilence: () => {} });
  onTestFinished(() => void follower.end());
  return { follower, store, channel };
}
