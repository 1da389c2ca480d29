// Floor: the source, and one setState each 16 ms
import { useState } from 'react';

export default function Case({ bench }) {
  const [text, setText] = useState('');
  bench.useStart(async () => {
    let whole = '';
    let timer;
    const show = () => {
      timer = undefined;
      setText(whole);
    };
    for await (const delta of bench.source()) {
      whole += delta;
      timer ??= setTimeout(show, 16);
    }
    clearTimeout(timer);
    show();
  });
  return <bench.Text text={text} />;
}
