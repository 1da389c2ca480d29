/**
 * Forwards the model requests of the page's agent, and adds the key, which no page receives. No other endpoint
 * of the provider is reachable. A real app must authenticate the user here and limit the usage.
 */
export async function POST(request: Request): Promise<Response> {
  const provider = process.env.MODEL_URL ?? new URL('/scripted', request.url).href;
  const answer = await fetch(`${provider}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${process.env.MODEL_KEY}` },
    body: await request.text(),
    // Aborting the page's request also aborts the model's.
    signal: request.signal,
  });
  const type = answer.headers.get('content-type') ?? 'application/json';
  return new Response(answer.body, { status: answer.status, headers: { 'content-type': type } });
}
