import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FrameReader } from './frame-reader.ts';

const NONCE = 'c0ffee';
const lineOf = (json: string, nonce = NONCE, length = Buffer.byteLength(json)): string =>
  `#${nonce} ${length} ${json}\n`;
const right = (contender: number) => ({ stage: 'right', contender }) as const;
const read = (text: string) => new FrameReader(NONCE).read(Buffer.from(text));

it('readings that are fewer than times are no frame', () => {
  const frame = { stage: 'samples', contender: 0, ns: [1, 2], mhz: [1, 1], reasons: [0, 0], celsius: [60, 61] };
  expect(read(lineOf(JSON.stringify(frame)))).toEqual({ ok: true, value: [frame] });
  expect(read(lineOf(JSON.stringify({ ...frame, reasons: [0] }))).ok).toBe(false);
});

describe('frames', () => {
  it('come out whole, however the bytes are cut', () => {
    const frames = Array.from({ length: 8 }, (_, i) => right(i));
    const bytes = Buffer.from(frames.map(frame => lineOf(JSON.stringify(frame))).join(''));
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 20 }), cuts => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
        const reader = new FrameReader(NONCE);
        const found = places.slice(1).flatMap((end, i) => {
          const part = reader.read(bytes.subarray(places[i], end));
          return part.ok ? part.value : expect.fail(part.error);
        });
        expect(found).toEqual(frames);
      }),
    );
  });

  it('that are not finished are not there', () => {
    expect(read(lineOf(JSON.stringify(right(0))).slice(0, -1))).toEqual({ ok: true, value: [] });
  });

  it.each([
    ['of another job', lineOf(JSON.stringify(right(0)), 'c0ffef')],
    ['without a mark', `${JSON.stringify(right(0))}\n`],
    ['that a kernel printed', 'hello\n'],
    ['that are empty', '\n'],
    ['shorter than they say', lineOf(JSON.stringify(right(0)), NONCE, 99)],
    ['longer than they say', lineOf(JSON.stringify(right(0)), NONCE, 2)],
    ['that are no JSON', lineOf('{"stage":')],
    ['of no stage', lineOf('{"stage":"won","contender":0}')],
    ['with a field too many', lineOf('{"stage":"right","contender":0,"ns":[1]}')],
    ['with a negative time', lineOf('{"stage":"samples","contender":0,"ns":[-1],"mhz":[1]}')],
    ['with an endless time', lineOf('{"stage":"samples","contender":0,"ns":[1e999],"mhz":[1]}')],
    ['with fewer clocks than times', lineOf('{"stage":"samples","contender":0,"ns":[1,2],"mhz":[1]}')],
    ['deeper than any frame', lineOf('['.repeat(300_000) + ']'.repeat(300_000))],
    ['with a length of many digits', `#${NONCE} 99999999999999999999 {}\n`],
    ['with a prototype', lineOf('{"stage":"right","contender":0,"__proto__":{"stage":"done"}}')],
    ['of contender 1.5', lineOf('{"stage":"right","contender":1.5}')],
  ])('%s are refused', (_, text) => {
    expect(read(text).ok).toBe(false);
  });

  it('without an end are given up', () => {
    const reader = new FrameReader(NONCE);
    const chunk = Buffer.alloc(1 << 16, 'y');
    const results = Array.from({ length: 17 }, () => reader.read(chunk).ok);
    expect(results.slice(0, 16)).not.toContain(false);
    expect(results[16]).toBe(false);
  });

  it('never throws, whatever comes', () => {
    const bytes = fc.uint8Array({ maxLength: 300 });
    const nearly = fc.string().map(text => Buffer.from(lineOf(text)));
    fc.assert(fc.property(fc.oneof(bytes, nearly), chunk => void new FrameReader(NONCE).read(Buffer.from(chunk))));
  });
});
