'use client';
import { type Context, createContext } from 'react';

/** The redacted values of the call's input: previews and results hide them, too, until they are revealed. */
export const CallSecrets: Context<readonly string[]> = createContext<readonly string[]>([]);
