'use client';
import { type ComponentType, type Context, createContext, type Provider, useContext } from 'react';

/** Props of a component that shows the inside of a code block. */
export interface MarkdownCodeProps {
  /** The code, as far as the model has written it. */
  readonly code: string;
  /** The language that the model named: `ts`. */
  readonly language: string | undefined;
}

/** The app's settings for pictures and code. */
export interface MarkdownControl {
  readonly allowImage: ((url: string) => boolean) | undefined;
  readonly Code: ComponentType<MarkdownCodeProps> | undefined;
}

const MarkdownContext: Context<MarkdownControl> = createContext<MarkdownControl>({
  allowImage: undefined,
  Code: undefined,
});

/** Provides the app's settings to the blocks inside. */
export const MarkdownProvider: Provider<MarkdownControl> = MarkdownContext.Provider;

/** Returns the app's settings for pictures and code. */
export function useMarkdown(): MarkdownControl {
  return useContext(MarkdownContext);
}
