import { isSecretName, nameWords } from '../../approval/secret-key.js';
import { hiddenMark, hideSecrets } from '../../approval/secret-text.js';

/** `API_KEY=…`, `"password": "…"`, `export TOKEN=…`: what stays, the name, what stands between, and the value. */
const setting =
  /^(\s*(?:export\s+|set\s+|-\s+)?["']?)([\w.-]{1,128})(["']?\s*[:=]\s*["']?)([^\s"'(){}[\]<>$,;]{3,})(.*)$/s;
const begin = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;
const end = /-----END [A-Z ]*PRIVATE KEY-----/;

/** Lines of a text without the secrets in them: a setting's value, a private key over many lines, and all that looks like one. */
export function hideInLines(lines: readonly string[]): readonly string[] {
  let isInKey = false;
  return lines.map((line) => {
    if (isInKey && end.test(line)) isInKey = false;
    else if (isInKey) return line.trim() === '' ? line : hiddenMark;
    if (begin.test(line) && !end.test(line)) isInKey = true;
    return hideSecrets(line.replace(setting, hideSetting)).text;
  });
}

function hideSetting(...[line, lead = '', name = '', between = '', value = '', rest = '']: string[]): string {
  // A type, or yes and no, is none: `password: string`.
  const isLiteral = value.length >= 8 || /\d/.test(value) || name === name.toUpperCase();
  if (!isLiteral || /^(?:true|false|null|none)$/i.test(value) || !isSecretName(nameWords(name), value))
    return line ?? '';
  return `${lead}${name}${between}${hiddenMark}${rest}`;
}
