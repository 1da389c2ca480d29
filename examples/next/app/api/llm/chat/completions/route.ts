/**
 * What the page's agent says to its model goes through here: this server adds the key, which no page learns. Nothing
 * else of the provider is reached with it. Check in a real app who asks, and how much.
 */
export async function POST(request: Request): Promise<Response> {
  const provider = process.env.MODEL_URL ?? new URL('/scripted', request.url).href;
  const answer = await fetch(`${provider}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${process.env.MODEL_KEY}` },
    body: await request.text(),
    // A page that stops stops the model, too.
    signal: request.signal,
  });
  const type = answer.headers.get('content-type') ?? 'application/json';
  return new Response(answer.body, { status: answer.status, headers: { 'content-type': type } });
}
