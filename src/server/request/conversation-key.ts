/**
 * Returns the id under which a server stores a conversation of one person. If two people use the same id, they get
 * separate conversations, so a request cannot reveal whether another person has one.
 *
 * @param person the id of the person, as `authorize` of {@link handleChat} returned it.
 * @param id the id that the client sends.
 * @param tenant the tenant of the person, for `createRunServer`.
 * @example const record = await store.conversations.get(conversationKey(userId, chatId));
 */
export function conversationKey(person: string, id: string, tenant?: string): string {
  return JSON.stringify(tenant === undefined ? [person, id] : [person, id, tenant]);
}

/** Returns `true` for an id that {@link conversationKey} could have returned. */
export function isConversationKey(id: string): boolean {
  return id.startsWith('[');
}
