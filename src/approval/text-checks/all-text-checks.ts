import { authorityOf } from '../deceptive/deceptive-host.js';
import { cutAtMarks, findDeceptiveText } from '../deceptive/deceptive-text.js';
import { findDeceptiveValues } from '../deceptive/deceptive-values.js';
import { secretTexts } from '../redaction/call-secrets.js';
import { redact, redactAround } from '../redaction/redact.js';
import { isSecretName, nameWords } from '../redaction/secret-key.js';
import { findSecrets, hideSecrets } from '../redaction/secret-text.js';
import { defaultTitle } from './default-title.js';
import type { TextChecks } from './text-checks.js';

/** All checks of texts. */
export const allTextChecks: TextChecks = {
  authorityOf,
  cutAtMarks,
  defaultTitle,
  findDeceptiveText,
  findDeceptiveValues,
  findSecrets,
  hideSecrets,
  isSecretName,
  nameWords,
  redact,
  redactAround,
  secretTexts,
};
