'use client';
import { useRef, useState } from 'react';
import { useFormat, useStrings } from '../strings-provider.js';
import type { FileLimits } from './file-limits.js';
import { type FileRead, type PickedFile, readFiles } from './read-files.js';

/** Files that a person has chosen so far. */
export interface FileChoice {
  readonly status: 'idle' | 'reading';
  readonly files: readonly PickedFile[];
  /** Why files were left out at the last choice, in words. */
  readonly problems: readonly string[];
  /** Reads and keeps files. One more for a single place takes it. */
  readonly add: (given: readonly File[]) => void;
  readonly remove: (index: number) => void;
}

/** What {@link useFileChoice} works on. */
export interface FileChoiceOptions {
  readonly limits: FileLimits;
  readonly read: FileRead;
  /** Called after a choice of which nothing was left out. */
  readonly onWhole: (files: readonly PickedFile[]) => void;
}

type Choice = Pick<FileChoice, 'status' | 'files' | 'problems'>;

/** Keeps what was chosen. Files that are read already stay while others are. */
export function useFileChoice({ limits, read, onWhole }: FileChoiceOptions): FileChoice {
  const strings = useStrings().tools.files;
  const format = useFormat();
  const [choice, setChoice] = useState<Choice>({ status: 'idle', files: [], problems: [] });
  const isReading = useRef(false);

  const add = async (given: readonly File[]): Promise<void> => {
    if (isReading.current || given.length === 0) return;
    isReading.current = true;
    setChoice((now) => ({ ...now, status: 'reading', problems: [] }));
    const kept = limits.maxFiles === 1 ? [] : choice.files;
    const found = await readFiles(given, { limits, read, strings, format, present: kept.length });
    isReading.current = false;
    // A single place keeps what it has when nothing came in its stead.
    const files = found.files.length === 0 ? choice.files : [...kept, ...found.files];
    setChoice({ status: 'idle', files, problems: found.problems });
    if (found.problems.length === 0) onWhole(files);
  };
  const remove = (index: number): void =>
    setChoice((now) =>
      now.status === 'reading' ? now : { ...now, files: now.files.filter((_, at) => at !== index), problems: [] },
    );
  return { ...choice, add: (given) => void add(given), remove };
}
