/**
 * Returns the IPv4 address inside an IPv6 host in the URL parser's notation (`[::ffff:7f00:1]`): mapped, compatible,
 * NAT64 or 6to4.
 */
export function embeddedAddress(host: string): string | undefined {
  const [, ...parts] =
    /^\[(?:::(?:ffff:(?:0:)?)?|64:ff9b::)([\da-f]{1,4}):([\da-f]{1,4})\]$/.exec(host) ??
    /^\[2002:([\da-f]{1,4}):([\da-f]{1,4}):/.exec(host) ??
    [];
  const bytes = parts.map((part) => Number.parseInt(part, 16)).flatMap((part) => [part >> 8, part & 255]);
  return bytes.length === 0 ? undefined : bytes.join('.');
}
