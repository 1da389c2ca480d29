/** Small enough to spread over the arguments of a call. */
const chunkSize = 0x2000;

/** Encodes bytes as base64, which survives JSON. A string is returned as it is, because it is base64 already. */
export function toBase64(data: Uint8Array | string): string {
  if (typeof data === 'string') return data;
  let binary = '';
  for (let start = 0; start < data.length; start += chunkSize) {
    binary += String.fromCharCode(...data.subarray(start, start + chunkSize));
  }
  return btoa(binary);
}
