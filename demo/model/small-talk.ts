import { quote } from './markdown.js';
import { suggestions } from './suggestions.js';

const WHAT_I_AM =
  'I am a demo model built into this page, not a language model: I understand plain requests about the files here, and nothing else. The tools, the approvals and the files are real.';
const CONNECT = 'Connect a model to talk freely.';

const EXAMPLES = [
  ...suggestions.map(({ text }) => text),
  'Rename `drafts/hello.txt` to `drafts/welcome.txt` and download it',
  'Where am I?',
];
const examples = `You can say, for example:\n\n${EXAMPLES.map((example) => `- ${example}`).join('\n')}`;

const GREETING = /^\W*(?:hi|hello|hey|good (?:morning|afternoon|evening)|thanks|thank you)\b/i;
const HELP =
  /\b(?:help|who are you|what are you|what can you do|how does this work|are you (?:an? )?(?:real|ai|llm|model|language model|bot|human))\b/i;

/** Returns the answer to a message without a supported request. */
export function smallTalk(request: string): string {
  const text = request.trim();
  if (/^\W*(?:thanks|thank you)\b/i.test(text)) return `You are welcome. ${CONNECT}`;
  if (GREETING.test(text) || text === '') return `Hello! ${WHAT_I_AM}\n\n${examples}\n\n${CONNECT}`;
  if (HELP.test(text)) return `${WHAT_I_AM}\n\n${examples}\n\n${CONNECT}`;
  return `I did not understand ${quote(text)}. ${WHAT_I_AM}\n\n${examples}\n\n${CONNECT}`;
}
