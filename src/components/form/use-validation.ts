'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { JSONValue } from '../../protocol/json.js';
import type { Issue } from '../../protocol/signals.js';
import { useStrings } from '../strings-provider.js';

/** Checks a value. It is asked at each change; the latest answer counts. */
export type ValidateValue = (value: JSONValue) => Promise<readonly Issue[]>;

/** What {@link useValidation} gives. */
export interface Validation {
  /** What the last check said. */
  readonly verdict: readonly Issue[];
  /** Checks now. */
  readonly check: () => Promise<readonly Issue[]>;
}

const nothing: readonly Issue[] = [];

/** The verdict on a value, asked anew when the value changes. */
export function useValidation(validate: ValidateValue | undefined, value: JSONValue | undefined): Validation {
  const { uncheckable } = useStrings().form;
  const [verdict, setVerdict] = useState(nothing);
  const asked = useRef(0);

  const check = useCallback(async (): Promise<readonly Issue[]> => {
    asked.current += 1;
    const turn = asked.current;
    const issues = await ask(validate, value, uncheckable);
    if (turn === asked.current) setVerdict(issues);
    return issues;
  }, [validate, value, uncheckable]);

  useEffect(() => {
    void check();
    return () => {
      asked.current += 1;
    };
  }, [check]);

  return { verdict, check };
}

async function ask(
  validate: ValidateValue | undefined,
  value: JSONValue | undefined,
  words: (message: string) => string,
): Promise<readonly Issue[]> {
  if (validate === undefined || value === undefined) return nothing;
  try {
    const asked: Promise<readonly Issue[]> = validate(value);
    return await asked;
  } catch (error) {
    return [{ path: [], message: words(error instanceof Error ? error.message : String(error)) }];
  }
}
