import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BufferInit, ELEMENT_BYTES, ELEMENT_TYPES, type ElementType } from './launch.ts';
import { bufferBytes, elementAt, encodeScalar, type FieldError } from './launch-bytes.ts';
import { randomFrom } from './launch-bytes-random.ts';

function bytesOf(type: ElementType, length: number, init: BufferInit): Uint8Array {
  const result = bufferBytes({ type, length, init }, 'buffers[2]');
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

function errorOf(type: ElementType, length: number, init: BufferInit): FieldError {
  const result = bufferBytes({ type, length, init }, 'buffers[2]');
  if (result.ok) throw new Error('accepted');
  return result.error;
}

function elementsOf(type: ElementType, length: number, init: BufferInit): (number | bigint)[] {
  const bytes = bytesOf(type, length, init);
  return Array.from({ length }, (_, i) => elementAt(bytes, type, i));
}

/** xorshift32 written from its definition, with bigints. */
function* reference(seed: bigint): Generator<bigint> {
  const MASK = 0xffffffffn;
  for (let x = seed; ; ) {
    x ^= (x << 13n) & MASK;
    x ^= x >> 17n;
    x ^= (x << 5n) & MASK;
    yield x;
  }
}

function wordsOf(seed: number, count: number): bigint[] {
  const words = reference(BigInt(seed));
  return Array.from({ length: count }, () => words.next().value as bigint);
}

const INTEGER_TYPES = ELEMENT_TYPES.filter(type => /^[us]\d/.test(type));
const FLOAT_TYPES = ELEMENT_TYPES.filter(type => !INTEGER_TYPES.includes(type));

const wrap = (type: ElementType, value: bigint): bigint =>
  type.startsWith('u') ? BigInt.asUintN(8 * ELEMENT_BYTES[type], value) : BigInt.asIntN(8 * ELEMENT_BYTES[type], value);

describe('zeros and poison', () => {
  it.each([...ELEMENT_TYPES])('%s', type => {
    const size = 5 * ELEMENT_BYTES[type];
    expect(bytesOf(type, 5, { kind: 'zeros' })).toEqual(new Uint8Array(size));
    expect(bytesOf(type, 5, { kind: 'poison' })).toEqual(new Uint8Array(size).fill(255));
  });
});

describe('iota', () => {
  it('counts from 0 by 1', () => {
    expect(elementsOf('s32', 4, { kind: 'iota' })).toEqual([0, 1, 2, 3]);
    expect(elementsOf('f32', 3, { kind: 'iota', start: 0.5, step: -2 })).toEqual([0.5, -1.5, -3.5]);
    expect(elementsOf('f64', 2, { kind: 'iota', start: '9007199254740993' })).toEqual([2 ** 53, 2 ** 53]);
  });

  it('wraps and stays exact in every integer type', () => {
    const start = -(2n ** 62n) - 12345n;
    const step = 2n ** 61n + 4294967295n;
    const init: BufferInit = { kind: 'iota', start: String(start), step: String(step) };
    for (const type of INTEGER_TYPES) {
      const expected = Array.from({ length: 70 }, (_, i) => wrap(type, start + BigInt(i) * step));
      expect(elementsOf(type, 70, init).map(BigInt)).toEqual(expected);
    }
  });

  it('carries from the low word to the high one', () => {
    expect(elementsOf('u64', 3, { kind: 'iota', start: 2 ** 32 - 1 })).toEqual([
      2n ** 32n - 1n,
      2n ** 32n,
      2n ** 32n + 1n,
    ]);
    expect(elementsOf('s64', 3, { kind: 'iota', start: 1, step: -1 })).toEqual([1n, 0n, -1n]);
  });

  it('rounds in float types, past a block', () => {
    const halves = elementsOf('f16', 2100, { kind: 'iota' });
    expect([halves[2048], halves[2049], halves[2050], halves[2051]]).toEqual([2048, 2048, 2050, 2052]);
    expect(elementsOf('bf16', 300, { kind: 'iota' })[257]).toBe(256);
  });

  it('refuses what is not exact', () => {
    expect(errorOf('s32', 2, { kind: 'iota', start: 0.5 })).toEqual({
      message: '0.5: expected an integer',
      field: 'buffers[2].init.start',
    });
    expect(errorOf('u64', 2, { kind: 'iota', step: 2 ** 53 })).toMatchObject({ field: 'buffers[2].init.step' });
    expect(errorOf('f32', 2, { kind: 'iota', step: 'x' })).toMatchObject({ field: 'buffers[2].init.step' });
  });
});

describe('random', () => {
  it('has the known first words of seed 1', () => {
    // Computed by hand: 1 -> 0x2001 -> 0x2001 -> 0x42021.
    expect(elementsOf('u32', 2, { kind: 'random', seed: 1 })).toEqual([0x42021, 67634689]);
  });

  it('takes a remainder in integer types', () => {
    const words = wordsOf(7, 3000);
    expect(elementsOf('s8', 3000, { kind: 'random', seed: 7, low: -4, high: 4 }).map(BigInt)).toEqual(
      words.map(x => -4n + (x % 9n)),
    );
    expect(elementsOf('u16', 3000, { kind: 'random', seed: 7 }).map(BigInt)).toEqual(words.map(x => x % 65536n));
    const low = -(2n ** 52n);
    expect(elementsOf('s64', 3000, { kind: 'random', seed: 7, low: Number(low), high: Number(low) + 10 })).toEqual(
      words.map(x => low + (x % 11n)),
    );
  });

  it('leaves a word as it is when the span is 2^32 or more', () => {
    const words = wordsOf(0xffffffff, 50);
    const all = { kind: 'random', seed: 0xffffffff } as const;
    expect(elementsOf('u32', 50, all).map(BigInt)).toEqual(words);
    expect(elementsOf('u64', 50, all)).toEqual(words);
    expect(elementsOf('s32', 50, { ...all, low: -(2 ** 31), high: 2 ** 31 - 1 }).map(BigInt)).toEqual(
      words.map(x => x - 2n ** 31n),
    );
    expect(elementsOf('s64', 50, { ...all, low: -5, high: 2 ** 40 })).toEqual(words.map(x => x - 5n));
    expect(elementsOf('u32', 50, { ...all, low: 1 }).map(BigInt)).toEqual(words.map(x => 1n + (x % (2n ** 32n - 1n))));
  });

  it('gives integers in float types when asked', () => {
    const words = wordsOf(123, 200);
    const init: BufferInit = { kind: 'random', seed: 123, low: -4, high: 4, integers: true };
    for (const type of FLOAT_TYPES) {
      expect(elementsOf(type, 200, init)).toEqual(words.map(x => Number(-4n + (x % 9n))));
    }
  });

  it('scales to the range and rounds once', () => {
    const words = wordsOf(9, 2500);
    const exact = words.map(x => -3 + (Number(x) / 2 ** 32) * 10);
    const init: BufferInit = { kind: 'random', seed: 9, low: -3, high: 7 };
    expect(elementsOf('f64', 2500, init)).toEqual(exact);
    expect(elementsOf('f32', 2500, init)).toEqual(exact.map(Math.fround));
    expect(elementsOf('f64', 3, { kind: 'random', seed: 9 })).toEqual(words.slice(0, 3).map(x => Number(x) / 2 ** 32));
    for (const value of elementsOf('f16', 2500, init)) expect(Math.abs(Number(value) - 2)).toBeLessThanOrEqual(5);
  });

  it('begins anywhere, as if all before had been made', () => {
    const inits = fc.record({ seed: fc.integer({ min: 1, max: 2 ** 32 - 1 }), integers: fc.boolean() });
    fc.assert(
      fc.property(inits, fc.nat(5000), ({ seed, integers }, first) => {
        const init = { kind: 'random', seed, low: -4, high: 4, integers } as const;
        const all = elementsOf('f64', first + 7, init);
        expect(elementsOf('f64', 7, randomFrom(init, first))).toEqual(all.slice(first));
      }),
    );
    // The 2^32 - 1 states come round in as many steps.
    expect(randomFrom({ kind: 'random', seed: 77 }, 2 ** 32 - 1).seed).toBe(77);
  });

  it.each<[Partial<Extract<BufferInit, { kind: 'random' }>>, ElementType, string]>([
    [{ seed: 0 }, 'f32', 'seed'],
    [{ seed: -1 }, 'f32', 'seed'],
    [{ seed: 1.5 }, 'f32', 'seed'],
    [{ seed: 2 ** 32 }, 'f32', 'seed'],
    [{ seed: Number.NaN }, 'f32', 'seed'],
    [{ low: 0.5 }, 's32', 'low'],
    [{ low: 0.5, high: 2, integers: true }, 'f32', 'low'],
    [{ high: 2 ** 54 }, 'u64', 'high'],
    [{ low: -1 }, 'u8', 'low'],
    [{ high: 256 }, 'u8', 'high'],
    [{ low: 2 }, 'f32', 'high'],
    [{ low: 5, high: 4 }, 's32', 'high'],
    [{ high: Number.POSITIVE_INFINITY }, 'f32', 'high'],
    [{ low: -1e308, high: 1e308 }, 'f64', 'high'],
  ])('refuses %j for %s', (init, type, field) => {
    expect(errorOf(type, 4, { kind: 'random', seed: 1, ...init }).field).toBe(`buffers[2].init.${field}`);
  });
});

describe('values', () => {
  it('are stored exactly, zeros behind them', () => {
    expect(elementsOf('u64', 3, { kind: 'values', values: ['18446744073709551615', 7] })).toEqual([
      2n ** 64n - 1n,
      7n,
      0n,
    ]);
    expect(elementsOf('s64', 1, { kind: 'values', values: ['-9223372036854775808'] })).toEqual([-(2n ** 63n)]);
    expect(elementsOf('bf16', 4, { kind: 'values', values: [1.5, '-2', 1e39] })).toEqual([
      1.5,
      -2,
      Number.POSITIVE_INFINITY,
      0,
    ]);
    expect([...bytesOf('u32', 1, { kind: 'values', values: [0x01020304] })]).toEqual([4, 3, 2, 1]);
  });

  it('must fit', () => {
    expect(errorOf('u8', 2, { kind: 'values', values: [255, 256] })).toEqual({
      message: '256 does not fit u8 (0 to 255)',
      field: 'buffers[2].init.values[1]',
    });
    expect(errorOf('u32', 2, { kind: 'values', values: [-1] }).message).toMatch('does not fit');
    expect(errorOf('u64', 2, { kind: 'values', values: [2 ** 60] }).message).toMatch('write a decimal string');
    expect(errorOf('u64', 2, { kind: 'values', values: ['1e3'] }).message).toBe('"1e3": expected an integer');
    expect(errorOf('u8', 1, { kind: 'values', values: [1, 2] }).field).toBe('buffers[2].init.values');
  });
});

describe('base64', () => {
  const base64 = (text: string): BufferInit => ({ kind: 'base64', base64: text });

  it('gives back what an encoder wrote', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), bytes => {
        const text = Buffer.from(bytes).toString('base64');
        expect(bytesOf('u8', bytes.length, base64(text))).toEqual(bytes);
      }),
    );
  });

  it('fills typed elements, zeros behind them', () => {
    expect(elementsOf('f32', 2, base64('AACAPw=='))).toEqual([1, 0]);
  });

  it.each([
    'A',
    'AAA',
    'AA=',
    'AAA*',
    'AA\nA',
    'AA-_',
    '====',
    'A===',
    'AA=A',
    'AB==',
    'AAB=',
    'AA==AAAA',
    'AA\u0141A',
  ])('refuses %j', text => {
    expect(errorOf('u8', 99, base64(text)).field).toBe('buffers[2].init.base64');
  });

  it('must not be longer than the buffer', () => {
    expect(errorOf('u8', 2, base64('AAAA')).message).toBe('3 bytes for 2');
  });
});

describe('length', () => {
  it.each([-1, 1.5, Number.NaN, 2 ** 30 + 1, 2 ** 53])('refuses %d', length => {
    expect(errorOf('u8', length, { kind: 'zeros' }).field).toBe('buffers[2].length');
  });
});

describe('scalars', () => {
  it('have little-endian bytes of their type', () => {
    const bytes = (type: ElementType, value: number | string): number[] => {
      const result = encodeScalar(type, value);
      return result.ok ? [...result.value] : [];
    };
    expect(bytes('u32', 64)).toEqual([64, 0, 0, 0]);
    expect(bytes('s16', -2)).toEqual([254, 255]);
    expect(bytes('u64', '9007199254740993')).toEqual([1, 0, 0, 0, 0, 0, 32, 0]);
    expect(bytes('f32', 0.1)).toEqual([0xcd, 0xcc, 0xcc, 0x3d]);
    expect(bytes('f64', -0)).toEqual([0, 0, 0, 0, 0, 0, 0, 128]);
    expect(bytes('f16', 1)).toEqual([0, 0x3c]);
    expect(bytes('e4m3', 448)).toEqual([0x7e]);
    expect(bytes('e5m2', '2')).toEqual([0x40]);
  });

  it('name their field when they do not fit', () => {
    expect(encodeScalar('s8', 128, 'params[2].value')).toEqual({
      ok: false,
      error: { message: '128 does not fit s8 (-128 to 127)', field: 'params[2].value' },
    });
    expect(encodeScalar('u32', 1.5)).toMatchObject({ ok: false, error: { field: 'value' } });
  });
});

it('reads elements where bytes start anywhere', () => {
  const bytes = new Uint8Array(17).subarray(1);
  new DataView(bytes.buffer, 1).setBigInt64(8, -3n, true);
  expect(elementAt(bytes, 's64', 1)).toBe(-3n);
  expect(elementAt(bytes, 'u16', 4)).toBe(65533);
});
