import { UserError } from '../../protocol/base/errors.js';
import type { authorityOf } from '../deceptive/deceptive-host.js';
import type { cutAtMarks, findDeceptiveText } from '../deceptive/deceptive-text.js';
import type { findDeceptiveValues } from '../deceptive/deceptive-values.js';
import type { secretTexts } from '../redaction/call-secrets.js';
import type { redact, redactAround } from '../redaction/redact.js';
import type { isSecretName, nameWords } from '../redaction/secret-key.js';
import type { findSecrets, hideSecrets } from '../redaction/secret-text.js';
import type { defaultTitle } from './default-title.js';

/** What finds secrets and what deceives in the texts of models and tools, so that a view can hide the ones and mark the others. */
export interface TextChecks {
  readonly authorityOf: typeof authorityOf;
  readonly cutAtMarks: typeof cutAtMarks;
  readonly defaultTitle: typeof defaultTitle;
  readonly findDeceptiveText: typeof findDeceptiveText;
  readonly findDeceptiveValues: typeof findDeceptiveValues;
  readonly findSecrets: typeof findSecrets;
  readonly hideSecrets: typeof hideSecrets;
  readonly isSecretName: typeof isSecretName;
  readonly nameWords: typeof nameWords;
  readonly redact: typeof redact;
  readonly redactAround: typeof redactAround;
  readonly secretTexts: typeof secretTexts;
}

/** Whether the page has views of texts: who brings its own needs no checks. */
export const textViews: { state: 'absent' | 'present' } = { state: 'absent' };

let taken: TextChecks | undefined;

/** Has the checks of texts ready from here on. */
export function takeTextChecks(checks: TextChecks): TextChecks {
  taken = checks;
  return checks;
}

/**
 * The checks of texts, for views that are shown only once these are there.
 *
 * @throws UserError `part-not-loaded` where such a view was shown sooner: nothing is shown unchecked.
 */
export function textChecks(): TextChecks {
  if (taken !== undefined) return taken;
  throw new UserError('part-not-loaded', 'A text was to be shown before what finds secrets in it was loaded.');
}
