import { historyHeader } from '../../agent/ui-stream/refused-request.js';

/** A browser asks before its page may: for pages of other sites that were named. */
export function preflight({ headers }: Request): Response {
  const asked = headers.get('access-control-request-headers');
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': 'POST, GET',
      ...(asked === null ? {} : { 'access-control-allow-headers': asked }),
      ...(headers.has('access-control-request-private-network')
        ? { 'access-control-allow-private-network': 'true' }
        : {}),
    },
  });
}

/** Lets a page of another site read the answer; that it may was checked. */
export function allowOrigin(request: Request, answer: Response): Response {
  const origin = request.headers.get('origin');
  if (origin === null || origin === new URL(request.url).origin) return answer;
  answer.headers.set('access-control-allow-origin', origin);
  answer.headers.set('access-control-allow-credentials', 'true');
  answer.headers.set('access-control-expose-headers', historyHeader);
  answer.headers.append('vary', 'origin');
  return answer;
}
