import { AgentConversation } from './agent-conversation.js';
import type { Conversation, ConversationEnvironment, ConversationOptions } from './conversation.js';
import { readOncePerRun } from './options-source.js';
import { routeToLeader } from './route-to-leader.js';

/**
 * Makes a conversation with an agent, without React. `useAgentRun` is this plus a subscription.
 *
 * @param options the options, or a function that returns them. The function is called now, once for each run, and by
 * `runClientTools()`, so that the agent may be made in it.
 * @param environment clocks, timers and frames, for tests and for pages without frames. Default: those of the page.
 * @throws UserError `initial-messages` that names the first thing that is wrong with them.
 * @example
 * const conversation = createConversation({ agent, deps });
 * conversation.start('Clear .env');
 */
export function createConversation<DEPS, OUTPUT>(
  options: ConversationOptions<DEPS, OUTPUT> | (() => ConversationOptions<DEPS, OUTPUT>),
  environment: ConversationEnvironment = {},
): Conversation {
  const conversation = routeToLeader(new AgentConversation(readOncePerRun(options), environment));
  conversation.open();
  return conversation;
}
