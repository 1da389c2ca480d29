export { highlightedCode } from './highlighted-code.js';
export { Markdown, renderMarkdown } from './markdown.js';
export type { MarkdownCodeProps } from './markdown-context.js';
