import { invokeCallback } from '../../protocol/base/invoke-callback.js';

/** Returns `true` only for the value `true`: checks of the app must not permit by a truthy value. */
export function isPermission(answer: unknown): answer is true {
  return answer === true;
}

/**
 * Calls a check of the app. An error of the check denies access, and the response is the same as for something that
 * does not exist, so that it does not reveal what exists.
 *
 * @param check calls the function of the app.
 * @param onProblem gets the error of the check.
 */
export async function isPermitted(
  check: () => unknown,
  onProblem: ((error: unknown) => void) | undefined,
): Promise<boolean> {
  try {
    return isPermission(await check());
  } catch (error) {
    invokeCallback(onProblem, error);
    return false;
  }
}
