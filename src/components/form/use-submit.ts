'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { checkFields } from '../../form/check-fields.js';
import type { JSONValue } from '../../protocol/base/json.js';
import type { Issue } from '../../protocol/signals.js';
import { formStrings } from '../../words/english/form.js';
import { useWords } from '../strings-provider.js';
import type { FormVerbs } from './form-context.js';
import type { FormKeys } from './form-keys.js';
import type { ProblemSources } from './form-problems.js';
import { firstInvalid } from './use-form-state.js';

/** The state of submitting a form. */
export interface SubmitPhase {
  readonly status: 'idle' | 'checking' | 'failed';
  /** True after the first attempt, which shows all problems. */
  readonly attempted: boolean;
  /** The reason why the last attempt failed. */
  readonly failure: string | null;
}

/** Options of {@link useSubmit}. */
interface SubmitOptions {
  readonly value: JSONValue;
  readonly onSubmit?: (value: JSONValue) => void | Promise<void>;
  readonly check: () => Promise<readonly Issue[]>;
  readonly sources: Pick<ProblemSources, 'root' | 'drafts'>;
  readonly setBusy: (isBusy: boolean) => void;
  readonly focus: FormVerbs['focus'];
}

/** The result of {@link useSubmit}. */
interface SubmitVerbs extends FormKeys {
  readonly submit: () => void;
  readonly phase: SubmitPhase;
}

/** Validates, and submits a valid value: the one that was validated, once. */
export function useSubmit(options: SubmitOptions): SubmitVerbs {
  const { value, onSubmit, check, sources, setBusy, focus } = options;
  const [phase, setPhase] = useState<SubmitPhase>({ status: 'idle', attempted: false, failure: null });
  const isRunning = useRef(false);
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });

  const isWrong = async (): Promise<boolean> => {
    const own = checkFields(sources.root, sources.drafts);
    const verdict = await check();
    return own.length > 0 || verdict.length > 0;
  };
  const run = async (): Promise<SubmitPhase> => {
    const done: SubmitPhase = { status: 'idle', attempted: true, failure: null };
    if (await isWrong()) {
      focus(firstInvalid);
      return done;
    }
    // The app has set another value meanwhile, which was not validated.
    if (latest.current !== value) return done;
    try {
      await onSubmit?.(value);
      return done;
    } catch (error) {
      return { status: 'failed', attempted: true, failure: error instanceof Error ? error.message : String(error) };
    }
  };
  const submit = (): void => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setPhase({ status: 'checking', attempted: true, failure: null });
    void run().then((end) => {
      isRunning.current = false;
      setBusy(false);
      setPhase(end);
    });
  };
  const checkOnly: FormKeys['check'] = (onRight) => {
    if (isRunning.current) return;
    void isWrong().then((wrong) => {
      // A user who types on has not confirmed.
      if (isRunning.current || latest.current !== value) return;
      setPhase({ status: 'idle', attempted: true, failure: null });
      if (wrong) focus(firstInvalid);
      else onRight();
    });
  };
  return { submit, check: checkOnly, phase };
}

/** Validates a value. Called at each change; the latest result is used. */
export type ValidateValue = (value: JSONValue) => Promise<readonly Issue[]>;

/** The result of {@link useValidation}. */
export interface Validation {
  /** The issues of the last validation. */
  readonly verdict: readonly Issue[];
  /** Validates now. */
  readonly check: () => Promise<readonly Issue[]>;
}

/** A stable empty list, which avoids needless rendering. */
export const noIssues: readonly Issue[] = [];

/** Returns the validation result of a value, updated when the value changes. */
export function useValidation(validate: ValidateValue | undefined, value: JSONValue | undefined): Validation {
  const { uncheckable } = useWords(formStrings);
  const [verdict, setVerdict] = useState(noIssues);
  const asked = useRef(0);

  const check = useCallback(async (): Promise<readonly Issue[]> => {
    asked.current += 1;
    const turn = asked.current;
    const issues = await verdictOn(validate, value, uncheckable);
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

async function verdictOn(
  validate: ValidateValue | undefined,
  value: JSONValue | undefined,
  words: (message: string) => string,
): Promise<readonly Issue[]> {
  if (validate === undefined || value === undefined) return noIssues;
  try {
    const asked: Promise<readonly Issue[]> = validate(value);
    return await asked;
  } catch (error) {
    return [{ path: [], message: words(error instanceof Error ? error.message : String(error)) }];
  }
}
