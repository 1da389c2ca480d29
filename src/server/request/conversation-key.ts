/**
 * Returns the id under which a server keeps a conversation of one person. The same id that two people chose names two conversations, so nobody can find
 * out whether somebody else's exists.
 *
 * @param person the id of the person, as `authorize` of {@link handleChat} returned it.
 * @param id the id that the client uses.
 * @param tenant of a person of `createRunServer` who has one.
 * @example const record = await store.conversations.get(conversationKey(userId, chatId));
 */
export function conversationKey(person: string, id: string, tenant?: string): string {
  return JSON.stringify(tenant === undefined ? [person, id] : [person, id, tenant]);
}

/** Returns `true` for what {@link conversationKey} could have returned. */
export function isConversationKey(id: string): boolean {
  return id.startsWith('[');
}
