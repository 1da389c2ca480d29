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
    { block: 'a chat with a scripted model', fence: 'tsx', code: scripted, height: 440 },
    {
      block: 'a component that takes a run',
      fence: 'tsx',
      code: 'export const Card = ({ run }: Props) => <Approval.Root />;\n',
      height: 320,
    },
    { block: 'a marked block of any kind', fence: 'tsx live=200', code: 'render(<p />);\n', height: 200 },
    { block: 'a block that turns it off', fence: 'tsx live=off', code: scripted, height: null },
    {
      block: 'a component that needs a server',
      fence: 'tsx',
      code: `${scripted}connectInbox({ url });\n`,
      height: null,
    },
    {
      block: 'a component that stores',
      fence: 'tsx',
      code: `const storage = indexedDbStorage('a');\n${scripted}`,
      height: null,
    },
    {
      block: 'a component with values of the app',
      fence: 'tsx',
      code: `declare const user: string;\n${scripted}`,
      height: null,
    },
    { block: 'a test', fence: 'tsx', code: `import { it } from 'vitest';\n${scripted}`, height: null },
    { block: 'code without a component', fence: 'ts', code: 'export const a = 1;\n', height: null },
  ])('$block has a preview of $height', ({ fence, code, height }) => {
    const [block] = codeBlocksOf(`\`\`\`${fence}\n${code}\`\`\`\n`);

    expect(block && previewHeightOf(block)).toBe(height);
  });
});
