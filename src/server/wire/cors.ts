import { historyHeader } from '../../remote/ui-stream/refused-request.js';

/** Answers the preflight request of a browser. The origin was checked before. */
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

/** Adds the CORS headers that let a page of another site read the response. The origin was checked before. */
export function allowOrigin(request: Request, answer: Response): Response {
  const origin = request.headers.get('origin');
  if (origin === null || origin === new URL(request.url).origin) return answer;
  answer.headers.set('access-control-allow-origin', origin);
  answer.headers.set('access-control-allow-credentials', 'true');
  answer.headers.set('access-control-expose-headers', `${historyHeader}, retry-after`);
  answer.headers.append('vary', 'origin');
  return answer;
}
