import type { LanguageModelV4Message, LanguageModelV4Prompt, LanguageModelV4ToolResultOutput } from '@ai-sdk/provider';
import type { AssistantContent, ModelMessage, ToolContent, UserContent } from 'ai';
import { toFilePart } from './to-file-part.js';

type Role<R extends LanguageModelV4Message['role']> = Extract<LanguageModelV4Message, { role: R }>['content'];

/** The history as the provider contract wants it: parts only, tool messages in a row joined, approvals left out. */
export function toPrompt(instructions: string | null, messages: readonly ModelMessage[]): LanguageModelV4Prompt {
  const prompt: LanguageModelV4Prompt = instructions === null ? [] : [{ role: 'system', content: instructions }];
  for (const message of messages) {
    const last = prompt.at(-1);
    const next = toMessage(message);
    if (next === undefined) continue;
    if (next.role === 'tool' && last?.role === 'tool') last.content.push(...next.content);
    else prompt.push(next);
  }
  return prompt;
}

function toMessage(message: ModelMessage): LanguageModelV4Message | undefined {
  const options = message.providerOptions === undefined ? {} : { providerOptions: message.providerOptions };
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.content, ...options };
    case 'user':
      return { role: 'user', content: userParts(message.content), ...options };
    case 'assistant':
      return { role: 'assistant', content: assistantParts(message.content), ...options };
    case 'tool': {
      const content = toolParts(message.content);
      return content.length === 0 ? undefined : { role: 'tool', content, ...options };
    }
    default:
      return message satisfies never;
  }
}

function userParts(content: UserContent): Role<'user'> {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return content
    .map((part) => (part.type === 'text' ? part : toFilePart(part)))
    .filter((part) => part.type !== 'text' || part.text !== '');
}

function assistantParts(content: AssistantContent): Role<'assistant'> {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return content.flatMap((part): Role<'assistant'> => {
    switch (part.type) {
      case 'text':
        return part.text === '' && part.providerOptions === undefined ? [] : [part];
      case 'file':
        return [toFilePart(part)];
      case 'reasoning-file':
        return []; // kept in the history, but not sent back yet
      case 'tool-approval-request':
        return []; // between the run and the person; the model never sees it
      case 'tool-result':
        return [{ ...part, output: part.output as LanguageModelV4ToolResultOutput }];
      case 'reasoning':
      case 'custom':
      case 'tool-call':
        return [part];
      default:
        return part satisfies never;
    }
  });
}

function toolParts(content: ToolContent): Role<'tool'> {
  return content.flatMap((part): Role<'tool'> => {
    if (part.type === 'tool-result') return [{ ...part, output: part.output as LanguageModelV4ToolResultOutput }];
    return part.providerExecuted === true
      ? [{ type: part.type, approvalId: part.approvalId, approved: part.approved }]
      : [];
  });
}
