// AI SDK: streamText alone
import { streamText } from 'ai';
import { createRoot } from 'react-dom/client';

async function send() {
  for await (const delta of streamText({ model: window.model, prompt: 'go' }).textStream) console.log(delta);
}
createRoot(document.getElementById('root')).render(
  <button type="button" onClick={send}>
    Go
  </button>,
);
