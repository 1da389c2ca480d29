'use client';
import { type Context, createContext } from 'react';

/** What is hidden in the input of the call around: previews and results do not show it either, until they are asked to. */
export const CallSecrets: Context<readonly string[]> = createContext<readonly string[]>([]);
