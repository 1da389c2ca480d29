const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Prints an address for an error message: without user name and password, query and fragment, and without path segments
 * that are long enough to be a token. Errors are shown to people and logged.
 *
 * @example printAddress('https://ann:pw@host/api?token=1') // 'https://host/api'
 */
export function printAddress(address: string | URL): string {
  const [bare = ''] = String(address).split(/[?#]/);
  const [, scheme = '', authority = '', path = ''] =
    /^([a-z][a-z\d+.-]*:)?(?:[\\/]{2}([^\\/]*))?(.*)$/is.exec(bare) ?? [];
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  const shown = path.split('/').map((segment) => (segment.length >= 32 && !uuid.test(segment) ? '…' : segment));
  return `${scheme}${authority === '' ? '' : '//'}${host}${shown.join('/')}`;
}

/** Prints the addresses within a text in the same way, for example in a message of `fetch`. `known` may be relative. */
export function printAddressesIn(text: string, known = ''): string {
  const named = known === '' ? text : text.replaceAll(known, () => printAddress(known));
  return named.replace(/\b[a-z][a-z\d+.-]*:\/\/[^\s"'<>`(){}]+/gi, (address) => {
    const [end = ''] = /[.,;:!]*$/.exec(address) ?? [];
    return printAddress(address.slice(0, address.length - end.length)) + end;
  });
}

/**
 * Returns an error for use as a `cause`. If its message contains addresses, it is a copy with these printed in the same
 * way, because causes are
 * logged too.
 */
export function withoutAddresses(error: unknown, known = ''): unknown {
  if (!(error instanceof Error)) return error;
  const message = printAddressesIn(error.message, known);
  if (message === error.message) return error;
  const plain = new Error(message);
  plain.name = error.name;
  return plain;
}
