// The page of a contender. It starts the work, measures the page meanwhile, and reports when everything is on screen.
import { memo, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { neutralHistory } from './history.js';
import { deltaSource, macrotask, makeDeltas } from './source.js';

const query = new URLSearchParams(location.search);
const kind = query.get('kind');
const mode = query.get('mode');
const steps = 200;
const deltas = makeDeltas(kind === 'stream' ? 20_000 : 500);
const finalText = deltas.join('');

const seen = { begunAt: 0, endedAt: 0, sentAt: 0, heapPeak: 0, frames: 0, maxFrameGap: 0, rowRenders: 0 };
const longTasks = [];
const stepTimes = [];
let isRunning = false;
let lastFrame = 0;
let start = () => {};
const ended = Promise.withResolvers();

function noteHeap() {
  seen.heapPeak = Math.max(seen.heapPeak, performance.memory?.usedJSHeapSize ?? 0);
}

function begin() {
  if (seen.begunAt > 0) return;
  seen.begunAt = performance.now();
  lastFrame = seen.begunAt;
}

async function end() {
  if (seen.endedAt > 0) return;
  seen.endedAt = Number.POSITIVE_INFINITY;
  noteHeap();
  await new Promise((resolve) => requestAnimationFrame(resolve));
  await macrotask(); // the frame was painted
  seen.endedAt = performance.now();
  isRunning = false;
  ended.resolve();
}

/** Shows text, and ends the run after all of it was committed. */
function Text({ text }) {
  const isWhole = text.length >= finalText.length;
  useLayoutEffect(() => {
    if (isWhole) void end();
  }, [isWhole]);
  return <div className="out">{text}</div>;
}

const bench = {
  mode,
  steps,
  Text,
  finalText,
  begin,
  end,
  history: neutralHistory,
  source: () => deltaSource({ deltas, mode, onFirst: begin, onEach: (index) => index % 256 === 0 && noteHeap() }),
  /** Await this at the start of each model request, because a real request always crosses a task. */
  step: async (index) => {
    if (index === 0) begin();
    stepTimes.push(performance.now());
    if (index % 16 === 0) noteHeap();
    if (mode === 'task') await macrotask();
  },
  /** The handler of the Send button. */
  useStart: (press) => {
    start = press;
    // In a new task, after the first render.
    void macrotask().then(() => {
      window.isReady = true;
    });
  },
};

/**
 * A row of a history with a `div` for each part. The text of the live row is measured. `adapt` converts a message to
 * neutral parts.
 */
export function makeMessageRow(adapt) {
  return memo(function Row({ message, last }) {
    if (isRunning) seen.rowRenders++;
    return (
      <section className="row">
        {adapt(message).map((part, index) => {
          if (part.type === 'text' && last) return <Text key={index} text={part.text} />;
          return <div key={index}>{part.type === 'tool' ? `${part.name} ${part.state}` : part.text}</div>;
        })}
      </section>
    );
  });
}

/** Mounts a contender. */
export function boot(Case) {
  createRoot(document.getElementById('root')).render(<Case bench={bench} />);
  new PerformanceObserver((list) => longTasks.push(...list.getEntries())).observe({ type: 'longtask' });
  requestAnimationFrame(function frame(now) {
    requestAnimationFrame(frame);
    if (!isRunning || seen.begunAt === 0) return;
    seen.frames++;
    seen.maxFrameGap = Math.max(seen.maxFrameGap, now - lastFrame);
    lastFrame = now;
    noteHeap();
  });
  window.measure = measure;
}

async function measure() {
  globalThis.gc?.();
  // The garbage collection delayed a frame, which must not count between the send and its first delta.
  await new Promise((resolve) => setTimeout(resolve, 20));
  seen.heapPeak = 0;
  const commits = window.commits;
  isRunning = true;
  // In a new task: React would render synchronously during an event of a user.
  setTimeout(() => {
    seen.sentAt = performance.now();
    Promise.resolve(start()).catch(ended.reject);
  });
  await ended.promise;
  return { ...result(), commits: window.commits - commits };
}

function result() {
  const total = seen.endedAt - seen.begunAt;
  const late = longTasks.filter(({ startTime }) => startTime > seen.begunAt && startTime < seen.endedAt);
  const all = {
    total,
    longTasks: late.length,
    longestTask: Math.max(0, ...late.map(({ duration }) => duration)),
    frames: seen.frames,
    maxFrameGap: Math.max(seen.maxFrameGap, seen.endedAt - lastFrame),
    peakMB: seen.heapPeak / 2 ** 20,
  };
  if (kind === 'tools') {
    const rows = document.querySelectorAll('.row').length;
    const isRight = stepTimes.length === steps + 1 && (rows === 0 || rows === steps);
    const between = (from, to) => (stepTimes[to] - stepTimes[from]) / (to - from);
    return { ...all, isRight, step: between(0, steps), first50: between(0, 50), last50: between(steps - 50, steps) };
  }
  const isRight = [...document.querySelectorAll('.out')].at(-1)?.textContent === finalText;
  if (kind === 'stream') return { ...all, isRight };
  const { sentAt, begunAt, rowRenders } = seen;
  return { ...all, isRight, delta: total / deltas.length, firstDelta: begunAt - sentAt, rowRenders };
}
