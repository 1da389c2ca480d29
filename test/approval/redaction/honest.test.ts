import { describe, expect, it } from 'vitest';
import { hideSecrets } from '../../../src/approval/redaction/secret-text.js';
import { honestTexts } from './honest-texts.js';

describe('texts without a credential', () => {
  it('C338 the list has at least 200 texts, each once', () => {
    expect(honestTexts.length).toBeGreaterThanOrEqual(250);
    expect(new Set(honestTexts).size).toBe(honestTexts.length);
  });

  it.each(honestTexts)('C338 shows all of: %j', (text) => {
    expect(hideSecrets(text).text).toBe(text);
  });
});
