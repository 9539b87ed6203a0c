import type { Clock } from '../../ports/clock.js';
import type { Progress } from '../../ports/progress.js';
import { oneLine } from '../../domain/one-line.js';
import { countText, durationText } from './progress-text.js';
import type { TerminalStream } from './terminal.js';
import { createTimeLeft, type TimeLeft } from './time-left.js';

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 100;
const BAR_WIDTH = 20;
const COLOURS = { green: 32, red: 31, cyan: 36 } as const;

interface LiveStep {
  readonly title: string;
  readonly total: number | undefined;
  readonly startedMs: number;
  readonly left: TimeLeft;
  done: number;
  detail: string;
}

/** Draws every running step on a line of its own below the finished ones, ten times a second while there is any. */
export function createLiveProgress(
  stream: TerminalStream,
  colour: boolean,
  clock: Pick<Clock, 'elapsed'>,
): Progress {
  const running = new Set<LiveStep>();
  let drawnLines = 0;
  let timer: NodeJS.Timeout | undefined;

  const paint = (name: keyof typeof COLOURS, text: string) =>
    colour ? `\u001b[${COLOURS[name]}m${text}\u001b[39m` : text;

  const redraw = (finished = '') => {
    const up = drawnLines > 0 ? `\u001b[${drawnLines}A` : '';
    const lines = [...running].map(
      step => `${paint('cyan', frameAt(clock.elapsed()))} ${fit(lineOf(step))}\n`,
    );
    stream.write(`${up}\r\u001b[J${finished}${lines.join('')}`);
    drawnLines = lines.length;
    if (running.size === 0) clearInterval(timer);
  };

  const fit = (text: string) => {
    const width = Math.max(20, (stream.columns ?? 80) - 3);
    const letters = [...text];
    return letters.length <= width ? text : `${letters.slice(0, width - 1).join('')}…`;
  };

  const lineOf = ({ title, total, done, detail, startedMs, left }: LiveStep) =>
    [
      title,
      bar(done, total),
      countText(done, total),
      durationText(clock.elapsed() - startedMs),
      left.text(clock.elapsed()),
      detail,
    ]
      .map(oneLine)
      .filter(Boolean)
      .join('  ');

  const end = (step: LiveStep, mark: string, text: string) => {
    if (!running.delete(step)) return;
    const parts = [oneLine(step.title), oneLine(text), durationText(clock.elapsed() - step.startedMs)];
    redraw(`${mark} ${fit(parts.filter(Boolean).join('  '))}\n`);
  };

  return {
    step: (title, total) => {
      const left = createTimeLeft(total);
      const step: LiveStep = { title, total, startedMs: clock.elapsed(), left, done: 0, detail: '' };
      if (running.size === 0) timer = setInterval(() => redraw(), FRAME_MS).unref();
      running.add(step);
      redraw();
      return {
        update: (done, detail = '') => {
          left.update(done, clock.elapsed());
          Object.assign(step, { done, detail });
        },
        finish: (outcome = '') => end(step, paint('green', '✔'), outcome),
        fail: reason => end(step, paint('red', '✖'), reason),
      };
    },
  };
}

function frameAt(ms: number): string {
  return FRAMES[Math.floor(ms / FRAME_MS) % FRAMES.length] ?? '';
}

function bar(done: number, total: number | undefined): string {
  if (total === undefined || total <= 0) return '';
  const filled = Math.round(BAR_WIDTH * Math.min(1, Math.max(0, done / total)));
  return '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
}
