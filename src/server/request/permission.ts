import { callApp } from '../../protocol/base/call-app.js';

/** The one rule for the answer of an app's check: exactly `true` lets a request pass. */
export function isPermission(answer: unknown): answer is true {
  return answer === true;
}

/**
 * Asks a check of the app. A check that throws or rejects permits nothing: the request then looks like one for something that does not exist, so that an
 * error in the check does not reveal that it does.
 *
 * @param check calls the app.
 * @param onProblem is told what the check threw.
 */
export async function isPermitted(
  check: () => unknown,
  onProblem: ((error: unknown) => void) | undefined,
): Promise<boolean> {
  try {
    return isPermission(await check());
  } catch (error) {
    callApp(onProblem, error);
    return false;
  }
}
