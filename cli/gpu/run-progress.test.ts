import type { WriteStream } from 'node:tty';
import { expect, it } from 'vitest';
import type { RunEvent } from '../../src/contract/run.ts';
import { RunProgressLine } from './run-progress.ts';

const samples: RunEvent = { stage: 'samples', variant: 'a', ns: [1, 2, 3], mhz: [1, 1, 1] };
const EVENTS: readonly RunEvent[] = [
  { stage: 'building', variant: 'a' },
  { stage: 'building', variant: 'b' },
  { stage: 'verifying', variant: 'a' },
  { stage: 'right', variant: 'a' },
  ...[samples, samples],
];

function shown(isTTY: boolean): string {
  let text = '';
  const write = (part: string): boolean => {
    text += part;
    return true;
  };
  const progress = new RunProgressLine({ isTTY, write } as unknown as WriteStream, 'probe');
  for (const event of EVENTS) progress.show(event);
  progress.clear();
  return text;
}

it('a log has a line for each step', () => {
  expect(shown(false)).toBe('probe: building\nprobe: checking\nprobe: timing\n');
});

it('on a terminal one line is written anew, and gone at the end', () => {
  expect(shown(true).split('\r\x1b[K')).toEqual([
    ...['', 'probe: building a', 'probe: building b', 'probe: checking a'],
    ...['probe: timing, 3 samples', 'probe: timing, 6 samples', ''],
  ]);
});
