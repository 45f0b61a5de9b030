import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Line, LineSplitter } from './lines.ts';

function split(chunks: readonly Uint8Array[], maxBytes: number): Line[] {
  const lines = new LineSplitter(maxBytes);
  return [...chunks.flatMap(chunk => [...lines.push(chunk)]), ...lines.end()];
}

const bytes = (text: string): Buffer => Buffer.from(text);
const texts = (lines: readonly Line[]): string[] => lines.map(line => (line.ok ? line.value : `<${line.error}>`));

/** Cuts `whole` at the given places, modulo its length. */
function pieces(whole: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [0, ...cuts.map(cut => cut % (whole.length + 1)), whole.length].sort((a, b) => a - b);
  return places.slice(1).map((end, i) => whole.subarray(places[i], end));
}

describe('LineSplitter', () => {
  it('gives the same lines wherever the stream is cut, inside a character too', () => {
    const line = fc.string({ unit: 'grapheme' }).map(text => text.replace(/[\r\n]/g, ''));
    fc.assert(
      fc.property(fc.array(line), fc.array(fc.nat()), fc.constantFrom('\n', '\r\n'), (lines, cuts, end) => {
        const whole = bytes(lines.map(text => text + end).join(''));
        // TextDecoder drops a byte order mark, as a reader of JSON may.
        expect(texts(split(pieces(whole, cuts), 10_000))).toEqual(lines.map(text => text.replace(/^\ufeff/, '')));
      }),
    );
  });

  it('gives a last line without a line feed, and no line for an empty stream', () => {
    expect(texts(split([bytes('a\nb')], 10))).toEqual(['a', 'b']);
    expect(texts(split([bytes('a\n')], 10))).toEqual(['a']);
    expect(split([], 10)).toEqual([]);
  });

  it('replaces a line over the limit by an error and goes on', () => {
    expect(texts(split([bytes('12345\n123456\n12345\r\n123456')], 5))).toEqual([
      '12345',
      '<tooLong>',
      '12345',
      '<tooLong>',
    ]);
    const chunks = Array.from({ length: 100 }, () => bytes('123456'));
    expect(texts(split([...chunks, bytes('\nok\n')], 5))).toEqual(['<tooLong>', 'ok']);
  });

  it('replaces a line that is not UTF-8 by an error and goes on', () => {
    expect(texts(split([Buffer.from([0xff, 0x0a, 0x61, 0x0a])], 10))).toEqual(['<notUtf8>', 'a']);
  });
});
