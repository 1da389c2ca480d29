import { describe, expect, it } from 'vitest';
import { codeBlocksOf, previewHeightOf } from '../../.docs/code-blocks.js';

const scripted = "const model = scriptedModel(['Hello.']);\nexport function App() {\n  return <AgentChat />;\n}\n";

describe('the blocks of a page', () => {
  it('are found with the words of their fence', () => {
    const page = `Text.\n\n\`\`\`tsx live=600\nconst a = 1;\n\`\`\`\n\n\`\`\`sh\nls\n\`\`\`\n\n\`\`\`ts\nconst b = 2;\n\`\`\`\n`;

    const blocks = codeBlocksOf(page);

    expect(blocks.map(({ kind, attributes, code }) => ({ kind, attributes, code }))).toEqual([
      { kind: 'tsx', attributes: 'live=600', code: 'const a = 1;\n' },
      { kind: 'ts', attributes: '', code: 'const b = 2;\n' },
    ]);
    expect(page.slice(blocks[0]?.start, blocks[0]?.end)).toMatch(/^```tsx live=600\n[\s\S]*```$/);
  });

  it.each([
    ['a chat with a scripted model', 'tsx', scripted, 440],
    ['a component that takes a run', 'tsx', 'export const Card = ({ run }: Props) => <Approval.Root />;\n', 320],
    ['a marked block of any kind', 'tsx live=200', 'render(<p />);\n', 200],
    ['a block that turns it off', 'tsx live=off', scripted, null],
    ['a component that needs a server', 'tsx', `${scripted}connectInbox({ url });\n`, null],
    ['a component that stores', 'tsx', `const storage = indexedDbStorage('a');\n${scripted}`, null],
    ['a component with values of the app', 'tsx', `declare const user: string;\n${scripted}`, null],
    ['a test', 'tsx', `import { it } from 'vitest';\n${scripted}`, null],
    ['code without a component', 'ts', 'export const a = 1;\n', null],
  ])('%s has the preview that it should', (_, fence, code, height) => {
    const [block] = codeBlocksOf(`\`\`\`${fence}\n${code}\`\`\`\n`);

    expect(block && previewHeightOf(block)).toBe(height);
  });
});
