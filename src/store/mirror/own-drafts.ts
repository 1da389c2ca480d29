import { ownMember, withMember } from '../../protocol/base/record.js';
import type { ConversationState } from '../state/conversation-state.js';

type Drafts = ConversationState['drafts'];

/** What a person types in this page while another keeps it: its echo must not undo what was typed since. */
export class OwnDrafts {
  /** How many savings of a draft are on their way, by item id. */
  readonly #saving: Map<string, number> = new Map();
  #told: Drafts = {};

  /** A draft is on its way until this has settled. */
  async save(itemId: string, saved: Promise<unknown>): Promise<void> {
    this.#saving.set(itemId, (this.#saving.get(itemId) ?? 0) + 1);
    try {
      await saved;
    } finally {
      const left = (this.#saving.get(itemId) ?? 1) - 1;
      if (left > 0) this.#saving.set(itemId, left);
      else this.#saving.delete(itemId);
    }
  }

  isOnItsWay(itemId: string): boolean {
    return this.#saving.has(itemId);
  }

  /** The drafts that the other page told, but for those that are newer here. Default of `told`: what it told last. */
  over(own: Drafts, told: Drafts = this.#told): Drafts {
    this.#told = told;
    let drafts = told;
    for (const id of this.#saving.keys()) drafts = withMember(drafts, id, ownMember(own, id) ?? null);
    return drafts;
  }
}
