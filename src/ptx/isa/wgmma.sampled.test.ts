/** wgmma: every type, shape and way to lie in shared memory, against plain loops and the manual's figures of the layouts. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { draws } from '../../../scripts/fixtures/sweep.ts';
import { BF16, E4M3, E5M2, encodeFloat, F16 } from '../../base/float-formats.ts';
import { parsed, runKernel, wordsOf } from '../checks/kernel-run.ts';
import { assemble, lanes } from './assembly.ts';

const bitsOfFloat = (value: number): number => new Int32Array(Float32Array.of(value).buffer)[0];

interface Type {
  readonly bytes: number;
  readonly k: number;
  /** Least and largest number, such that all sums are exact. */
  readonly range: readonly [number, number];
  readonly encode: (value: number) => number;
  readonly sums: readonly string[];
}

/** A `b1` is taken in words of 32. */
const TYPES: Readonly<Record<string, Type>> = {
  f16: { bytes: 2, k: 16, range: [-4, 4], encode: v => encodeFloat(F16, v), sums: ['f16', 'f32'] },
  bf16: { bytes: 2, k: 16, range: [-4, 4], encode: v => encodeFloat(BF16, v), sums: ['f32'] },
  tf32: { bytes: 4, k: 8, range: [-9, 9], encode: bitsOfFloat, sums: ['f32'] },
  e4m3: { bytes: 1, k: 32, range: [-4, 4], encode: v => encodeFloat(E4M3, v), sums: ['f16', 'f32'] },
  e5m2: { bytes: 1, k: 32, range: [-4, 4], encode: v => encodeFloat(E5M2, v), sums: ['f16', 'f32'] },
  s8: { bytes: 1, k: 32, range: [-128, 127], encode: v => v, sums: ['s32'] },
  u8: { bytes: 1, k: 32, range: [0, 255], encode: v => v, sums: ['s32'] },
  b1: { bytes: 4, k: 256, range: [-(2 ** 31), 2 ** 31 - 1], encode: v => v, sums: ['s32'] },
};
const PARTNERS: Readonly<Record<string, readonly string[]>> = {
  e4m3: ['e4m3', 'e5m2'],
  e5m2: ['e4m3', 'e5m2'],
  s8: ['s8', 'u8'],
  u8: ['s8', 'u8'],
};

const SHARED_BYTES = 1 << 16;
const ATOM_BYTES = 1024;

/** How a matrix lies: 32 bytes of K from `slice` on, of rows that are as long as the swizzle. */
interface Place {
  readonly swizzleBytes: number;
  readonly isMnMajor: boolean;
  readonly start: number;
  readonly slice: number;
  readonly lbo: number;
  readonly sbo: number;
}

/** The manual's figures of the swizzled atoms: what row i of 16-byte pieces exchanges its pieces by. */
const EXCHANGED: Readonly<Record<number, (i: number) => number>> = {
  128: i => i,
  64: i => i >> 1,
  32: i => i >> 2,
};

/** Byte of an element: its row, and its byte along K. */
function byteAlong({ swizzleBytes, slice, lbo, sbo }: Place, row: number, byte: number): number {
  const [group, inGroup] = [row >> 3, row & 7];
  if (swizzleBytes === 16) return group * sbo + inGroup * 16 + (byte >> 4) * lbo + (byte & 15);
  const piece = ((32 * slice + byte) >> 4) ^ EXCHANGED[swizzleBytes](inGroup);
  return group * sbo + inGroup * swizzleBytes + piece * 16 + (byte & 15);
}

/** The same for elements of 16 bits where 8 rows lie side by side. */
function byteAcross({ swizzleBytes, lbo, sbo }: Place, row: number, k: number): number {
  const [piece, inPiece, group, inGroup] = [row >> 3, 2 * (row & 7), k >> 3, k & 7];
  if (swizzleBytes === 16) return piece * sbo + group * lbo + inGroup * 16 + inPiece;
  const pieces = swizzleBytes / 16;
  const exchanged = (piece % pieces) ^ EXCHANGED[swizzleBytes](inGroup);
  return Math.floor(piece / pieces) * lbo + group * sbo + inGroup * swizzleBytes + exchanged * 16 + inPiece;
}

type Matrix = readonly (readonly number[])[];

function fill(memory: DataView, matrix: Matrix, type: Type, place: Place): void {
  matrix.forEach((row, r) => {
    row.forEach((value, k) => {
      const at = place.start + (place.isMnMajor ? byteAcross(place, r, k) : byteAlong(place, r, k * type.bytes));
      if (type.bytes === 1) memory.setUint8(at, type.encode(value) & 0xff);
      else if (type.bytes === 2) memory.setUint16(at, type.encode(value), true);
      else memory.setInt32(at, type.encode(value), true);
    });
  });
}

const MODE_BITS: Readonly<Record<number, bigint>> = { 16: 0n, 128: 1n, 64: 2n, 32: 3n };

const descriptorOf = ({ swizzleBytes, isMnMajor, start, slice, lbo, sbo }: Place): bigint =>
  BigInt((start + (isMnMajor ? 0 : 32 * slice)) >> 4) |
  (BigInt(lbo >> 4) << 16n) |
  (BigInt(sbo >> 4) << 32n) |
  (MODE_BITS[swizzleBytes] << 62n);

interface Product {
  readonly types: readonly [d: string, a: string, b: string];
  readonly columns: number;
  readonly a: Matrix;
  readonly b: Matrix;
  readonly places: readonly [a: Place | null, b: Place];
  readonly signs: readonly [number, number];
}

const registersOf = ({ columns, types: [d] }: Product): number => columns / (d === 'f16' ? 4 : 2);

/** A of warp w's lane, register by register (PTX ISA, "Register Fragments for wgmma", the figures of A). */
function heldWords(a: Matrix, { bytes, encode }: Type): number[] {
  const per = 4 / bytes;
  return lanes(register => {
    return lanes(thread => {
      const row = 16 * (thread >> 5) + ((thread & 31) >> 2) + 8 * (register & 1);
      const first = per * (thread & 3) + 4 * per * (register >> 1);
      return lanes(e => encode(a[row][first + e]), per).reduce(
        (word, part, e) => word | ((part & (2 ** (8 * bytes) - 1)) << (8 * bytes * e)),
        0,
      );
    }, 128);
  }, 4).flat();
}

const braced = (name: string, count: number): string => `{${lanes(i => `${name}${i}`, count).join(', ')}}`;

function instruction({ types, columns, places, signs }: Product): string {
  const [d, a] = types;
  const majors = TYPES[a].bytes === 2 ? places.flatMap(place => (place ? [Number(place.isMnMajor)] : [])) : [];
  const immediates = [...(d === 's32' ? [] : signs), ...majors].map(i => `, ${i}`).join('');
  const operandA = places[0] ? '%x1' : braced('%a', 4);
  const bits = a === 'b1' ? '.and.popc' : '';
  const name = `wgmma.mma_async.sync.aligned.m64n${columns}k${TYPES[a].k}.${types.join('.')}${bits}`;
  return `${name} ${braced('%d', columns / (d === 'f16' ? 4 : 2))}, ${operandA}, %x2, %p1${immediates};`;
}

/** The words of D, a register of all threads after the other: the product once, and twice in sum. */
function emulated(product: Product): number[] {
  const { types, a, b, places } = product;
  const image = new DataView(new ArrayBuffer(SHARED_BYTES));
  const [typeA, typeB] = [TYPES[types[1]], TYPES[types[2]]];
  if (places[0]) fill(image, a, typeA, places[0]);
  fill(image, b, typeB, places[1]);
  const held = places[0] ? lanes(() => 0, 512) : heldWords(a, typeA);
  const input = [...new Int32Array(image.buffer), ...held];
  const count = registersOf(product);
  const store = (first: number) => lanes(i => `st.global.b32 [%x3+${512 * (first + i)}], %d${i};`, count).join('\n');
  const text = assemble({
    module: `.extern .shared .align 1024 .b8 tile[];`,
    body: `.reg .b32 %a<4>, %d<${count}>;
add.u64 %x4, %at, ${512 * 2 * count};
mov.u32 %r2, 0; mad.lo.u32 %r1, %tid, 4, 0; mov.u64 %x5, %x4;
FILL: ld.global.u32 %r3, [%x5]; st.shared.u32 [%r1], %r3;
add.u64 %x5, %x5, 512; add.u32 %r1, %r1, 512; setp.lt.u32 %p2, %r1, ${SHARED_BYTES}; @%p2 bra FILL;
${lanes(i => `ld.global.u32 %a${i}, [%x4+${SHARED_BYTES + 512 * i}];`, 4).join('\n')}
fence.proxy.async; bar.sync 0;
mov.u64 %x1, ${places[0] ? descriptorOf(places[0]) : 0n}; mov.u64 %x2, ${descriptorOf(places[1])};
mov.u64 %x3, %at;
setp.ne.u32 %p1, %tid, %tid;
wgmma.fence.sync.aligned;
${instruction(product)}
wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;
${store(0)}
setp.eq.u32 %p1, %tid, %tid;
wgmma.fence.sync.aligned;
${instruction(product)}
wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;
${store(count)}`,
  });
  const words = 2 * count * 128 + input.length;
  const result = runKernel(parsed(text), {
    entry: 'k',
    block: [128, 1, 1],
    launch: {
      dynamicSharedBytes: SHARED_BYTES,
      buffers: [
        {
          name: 'out',
          type: 's32',
          length: words,
          init: { kind: 'values', values: [...lanes(() => 0, 2 * count * 128), ...input] },
        },
      ],
    },
  });
  expect(result.faults).toEqual([]);
  return wordsOf(result).slice(0, 2 * count * 128);
}

const popcount = (word: number): number => [...(word >>> 0).toString(2)].filter(bit => bit === '1').length;

function expected(product: Product): number[] {
  const { types, a, b, columns, signs } = product;
  const [d, kind] = types;
  const multiply = kind === 'b1' ? (x: number, y: number) => popcount(x & y) : (x: number, y: number) => x * y;
  const sign = d === 's32' ? 1 : signs[0] * signs[1];
  const sum = (row: number, column: number): number =>
    sign * a[row].reduce((all, x, k) => all + multiply(x, b[column][k]), 0);
  const per = d === 'f16' ? 2 : 1;
  const encode = d === 'f16' ? (v: number) => encodeFloat(F16, v) : d === 'f32' ? bitsOfFloat : (v: number) => v;
  const sumsOf = (times: number) =>
    lanes(register => {
      return lanes(thread => {
        const word = (e: number): number => {
          const i = register * per + e;
          const row = 16 * (thread >> 5) + ((thread & 31) >> 2) + 8 * ((i >> 1) & 1);
          return encode(times * sum(row, 8 * (i >> 2) + 2 * (thread & 3) + (i & 1)) + 0);
        };
        return per === 1 ? word(0) | 0 : word(0) | (word(1) << 16);
      }, 128);
    }, registersOf(product)).flat();
  expect(columns).toBe(b.length);
  return [...sumsOf(1), ...sumsOf(2)];
}

const INTEGER_COLUMNS = lanes(i => 8 * (i + 1)).filter(n => n === 8 || n === 24 || n % 16 === 0);

const matrixOf = (rows: number, { bytes, range: [min, max] }: Type): fc.Arbitrary<Matrix> =>
  fc
    .infiniteStream(fc.integer({ min, max }))
    .map(stream => lanes(() => lanes(() => stream.next().value, 32 / bytes), rows));

const placeOf = (rows: number, type: Type, first: number): fc.Arbitrary<Place> =>
  fc.record({ mode: fc.constantFrom(16, 32, 64, 128), isMnMajor: fc.boolean(), slice: fc.nat(3) }).map(choice => {
    const { mode: swizzleBytes } = choice;
    const isMnMajor = choice.isMnMajor && type.bytes === 2;
    const dense = isMnMajor && swizzleBytes > 16 ? { lbo: 16 * swizzleBytes, sbo: 8 * swizzleBytes } : null;
    const kMajor = swizzleBytes === 16 ? { lbo: 16 * rows, sbo: 128 } : { lbo: 16, sbo: 8 * swizzleBytes };
    return {
      swizzleBytes,
      isMnMajor,
      start: first,
      slice: choice.slice % (swizzleBytes / 16 > 1 ? swizzleBytes / 32 : 1),
      ...(dense ?? kMajor),
    };
  });

const productOf = (a: string, columns: readonly number[]): fc.Arbitrary<Product> =>
  fc
    .record({
      b: fc.constantFrom(...(PARTNERS[a] ?? [a])),
      d: fc.constantFrom(...TYPES[a].sums),
      n: fc.constantFrom(...columns),
      isHeld: fc.boolean(),
      signs: fc.constantFrom([1, 1], [-1, 1], [1, -1], [-1, -1]) as fc.Arbitrary<readonly [number, number]>,
    })
    .chain(({ b, d, n, isHeld, signs }) =>
      fc.record({
        types: fc.constant([d, a, b] as const),
        columns: fc.constant(n),
        a: matrixOf(64, TYPES[a]),
        b: matrixOf(n, TYPES[b]),
        places: fc.tuple(isHeld ? fc.constant(null) : placeOf(64, TYPES[a], 0), placeOf(n, TYPES[b], 16 * ATOM_BYTES)),
        signs: fc.constant(signs),
      }),
    );

describe.each(Object.keys(TYPES))('%s', type => {
  test('products are those of plain loops, however the operands lie', () => {
    const columns = TYPES[type].sums[0] === 's32' ? INTEGER_COLUMNS : lanes(i => 8 * (i + 1));
    fc.assert(
      fc.property(productOf(type, columns), product => {
        expect(emulated(product)).toEqual(expected(product));
      }),
      { numRuns: draws(8) },
    );
  });
});

describe('setmaxnreg', () => {
  const run = (body: string, threads = 256) =>
    runKernel(parsed(assemble({ body })), { entry: 'k', block: [threads, 1, 1] }).faults;

  test('leaves registers as they are', () => {
    expect(run('setmaxnreg.dec.sync.aligned.u32 40; setmaxnreg.inc.sync.aligned.u32 232;')).toEqual([]);
  });

  /** Warps 4 to 7 carry out one of two. */
  const roles = (first: string, second: string) =>
    runKernel(
      parsed(
        assemble({
          body: `setp.lt.u32 %p1, %tid, 128; @%p1 bra END; and.b32 %r1, %tid, 32; setp.eq.u32 %p2, %r1, 0; @%p2 bra SECOND;
${first}; bra END; SECOND: ${second}; END: bar.sync 0;`,
        }),
      ),
      { entry: 'k', block: [256, 1, 1] },
    );

  test('the same one in each role of a warpgroup is a hazard', () => {
    const one = 'setmaxnreg.inc.sync.aligned.u32 24';
    const { ok, hazards } = roles(one, one);
    expect(ok).toBe(true);
    expect(hazards).toMatchObject([{ kind: 'barrier', seen: expect.stringContaining('Triton') }]);
    expect(hazards[0].message).toContain('by a warp of its warpgroup at');
  });

  test('another number of registers in each role is a fault', () => {
    const { faults } = roles('setmaxnreg.inc.sync.aligned.u32 24', 'setmaxnreg.inc.sync.aligned.u32 40');
    expect(faults).toMatchObject([{ kind: 'barrier' }]);
    expect(faults[0].message).toContain('one warp of which is at');
  });

  test('concerns whole warpgroups', () => {
    const [fault] = run(
      'setp.lt.u32 %p1, %tid, 32; @%p1 bra END; setmaxnreg.dec.sync.aligned.u32 40; END: mov.u32 %r1, 0;',
    );
    expect(fault).toMatchObject({ kind: 'barrier' });
    expect(fault.message).toContain('warp 0 has exited or never was');
  });
});
