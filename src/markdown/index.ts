export { Markdown, renderMarkdown } from './markdown.js';
export type { MarkdownCodeProps } from './markdown-context.js';
