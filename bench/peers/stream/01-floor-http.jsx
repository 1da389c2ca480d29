// Floor: the lines of the response, and one setState each 16 ms
import { useState } from 'react';
import { textFetch } from '../../lib/ai-sdk.js';

export default function Case({ bench }) {
  const [text, setText] = useState('');
  bench.useStart(async () => {
    const { body } = await textFetch(bench)();
    let whole = '';
    let rest = '';
    let timer;
    const show = () => {
      timer = undefined;
      setText(whole);
    };
    const decoder = new TextDecoder();
    for await (const piece of body) {
      const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
      rest = lines.pop();
      for (const line of lines)
        if (line.startsWith('data: {')) {
          const { delta = '' } = JSON.parse(line.slice(6));
          whole += delta;
        }
      timer ??= setTimeout(show, 16);
    }
    clearTimeout(timer);
    show();
  });
  return <bench.Text text={text} />;
}
