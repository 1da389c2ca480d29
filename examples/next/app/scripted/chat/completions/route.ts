// Replaces a provider, so that the example needs no key of yours. It uses OpenAI's wire format, and rejects
// requests without its key.

interface ChatRequest {
  readonly messages: readonly { readonly role: string }[];
}

const call = {
  index: 0,
  id: 'call-1',
  type: 'function',
  function: { name: 'deleteNote', arguments: '{"name":"old"}' },
};

export async function POST(request: Request): Promise<Response> {
  if (request.headers.get('authorization') !== `Bearer ${process.env.MODEL_KEY}`) {
    return Response.json({ error: { message: 'No key.' } }, { status: 401 });
  }
  const { messages }: ChatRequest = await request.json();
  // After an edit, a message of the user follows the result, so the last message is not enough.
  const lastIndex = (wanted: string) => messages.findLastIndex(({ role }) => role === wanted);
  const isAnswered = lastIndex('tool') > lastIndex('assistant');
  const deltas = isAnswered
    ? [{ role: 'assistant', content: 'That is done.' }]
    : [{ role: 'assistant', content: 'This one is old.' }, { tool_calls: [call] }];
  const told = [
    ...deltas.map((delta) => ({ delta, finish_reason: null })),
    { delta: {}, finish_reason: isAnswered ? 'stop' : 'tool_calls' },
  ];
  const events = told.map((choice) => {
    const chunk = { id: 'scripted', object: 'chat.completion.chunk', created: 0, model: 'scripted' };
    return `data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, ...choice }] })}\n\n`;
  });
  return new Response([...events, 'data: [DONE]\n\n'].join(''), { headers: { 'content-type': 'text/event-stream' } });
}
