'use client';
import { type ComponentType, type Context, createContext, type Provider, useContext } from 'react';

/** What a component that shows the inside of a code block gets. */
export interface MarkdownCodeProps {
  /** The code, as the model has written it so far. */
  readonly code: string;
  /** What the model called it: `ts`. */
  readonly language: string | undefined;
}

/** What the app says about pictures and code. */
export interface MarkdownControl {
  readonly allowImage: ((url: string) => boolean) | undefined;
  readonly Code: ComponentType<MarkdownCodeProps> | undefined;
}

const MarkdownContext: Context<MarkdownControl> = createContext<MarkdownControl>({
  allowImage: undefined,
  Code: undefined,
});

/** Tells the blocks inside what the app said. */
export const MarkdownProvider: Provider<MarkdownControl> = MarkdownContext.Provider;

/** What the app said about pictures and code. */
export function useMarkdown(): MarkdownControl {
  return useContext(MarkdownContext);
}
