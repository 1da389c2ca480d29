import type { LanguageModelV4Prompt, LanguageModelV4ToolResultPart } from '@ai-sdk/provider';

/**
 * Returns the tool results that the model has not responded to yet. Use it in a turn that is a function. The last
 * message of a prompt is not enough: after an edit, a message of the user follows the results.
 *
 * @param prompt the prompt of the request.
 * @returns the results after the last response of the model, or an empty list.
 * @example
 * const turn: ScriptedTurn = ({ prompt }) =>
 *   latestResults(prompt).length > 0 ? 'You have two notes.' : { calls: [{ toolName: 'listNotes', input: {} }] };
 */
export function latestResults(prompt: LanguageModelV4Prompt): readonly LanguageModelV4ToolResultPart[] {
  return prompt
    .slice(prompt.findLastIndex(({ role }) => role === 'assistant') + 1)
    .flatMap((message) => (message.role === 'tool' ? message.content : []))
    .filter((part) => part.type === 'tool-result');
}
