/** mma.sp and wgmma.mma_async.sp: the dense product of the A that the metadata spreads out; and what an H200 answered. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { draws } from '../../../scripts/fixtures/sweep.ts';
import { BF16, decodeFloat, E4M3, E5M2, encodeFloat, F16 } from '../../base/float-formats.ts';
import { parsed, runKernel, wordsOf } from '../checks/kernel-run.ts';
import { assemble, lanes, runAssembly } from './assembly.ts';

const bitsOfFloat = (value: number): number => new Int32Array(Float32Array.of(value).buffer)[0];
const floatOfBits = (bits: number): number => new Float32Array(Int32Array.of(bits).buffer)[0];

/** For each type: bits, the pattern of a small whole number, and the least number that is drawn. */
const TYPES: Readonly<Record<string, { bits: number; encode: (value: number) => number; least: number }>> = {
  f16: { bits: 16, encode: v => encodeFloat(F16, v), least: -3 },
  bf16: { bits: 16, encode: v => encodeFloat(BF16, v), least: -3 },
  tf32: { bits: 32, encode: bitsOfFloat, least: -3 },
  e4m3: { bits: 8, encode: v => encodeFloat(E4M3, v), least: -3 },
  e5m2: { bits: 8, encode: v => encodeFloat(E5M2, v), least: -3 },
  s8: { bits: 8, encode: v => v, least: -3 },
  u8: { bits: 8, encode: v => v, least: 0 },
  s4: { bits: 4, encode: v => v, least: -3 },
  u4: { bits: 4, encode: v => v, least: 0 },
};

/** Shapes with the number of selectors of `mma.sp` (PTX ISA, "mma.sp"). */
const FORMS: readonly (readonly [types: readonly string[], sums: readonly string[], shapes: Record<string, number>])[] =
  [
    [['f16'], ['f16', 'f32'], { m16n8k16: 4, m16n8k32: 2 }],
    [['bf16'], ['f32'], { m16n8k16: 4, m16n8k32: 2 }],
    [['tf32'], ['f32'], { m16n8k8: 4, m16n8k16: 2 }],
    [['s8', 'u8'], ['s32'], { m16n8k32: 2, m16n8k64: 1 }],
    [['s4', 'u4'], ['s32'], { m16n8k64: 2, m16n8k128: 1 }],
    [['e4m3', 'e5m2'], ['f32'], { m16n8k64: 1 }],
  ];
interface Form {
  readonly d: string;
  readonly a: string;
  readonly b: string;
  readonly k: number;
  readonly selectors: number;
}
const ALL: readonly Form[] = FORMS.flatMap(([types, sums, shapes]) =>
  Object.entries(shapes).flatMap(([shape, selectors]) =>
    sums.flatMap(d => types.flatMap(a => types.map(b => ({ d, a, b, k: Number(shape.split('k')[1]), selectors })))),
  ),
);

/** Meaning of a nibble of metadata: the elements of a chunk that are stored. */
interface Choice {
  readonly nibble: number;
  readonly kept: readonly number[];
}
function choicesOf(type: string, isOrdered: boolean): Choice[] {
  if (type === 'tf32') return [0, 1].map(i => ({ nibble: [0b0100, 0b1110][i], kept: [i] }));
  const pairs = [0, 1, 2, 3]
    .flatMap(i => [0, 1, 2, 3].map(j => [i, j]))
    .filter(([i, j]) => (isOrdered ? i < j : i !== j));
  const width = TYPES[type].bits === 4 ? 2 : 1;
  return pairs.map(([i, j]) => ({
    nibble: i | (j << 2),
    kept: [i, j].flatMap(index => lanes(e => index * width + e, width)),
  }));
}

/** 16 rows: what is there of each, and the dense row. */
interface SparseRow {
  readonly nibbles: readonly number[];
  readonly kept: readonly number[];
  readonly dense: readonly number[];
}
function sparseRow(type: string, k: number, isOrdered: boolean, pick: (below: number) => number): SparseRow {
  const choices = choicesOf(type, isOrdered);
  const chunk = 2 * choices[0].kept.length;
  const { least } = TYPES[type];
  const dense = lanes(() => 0, k);
  const [nibbles, kept]: [number[], number[]] = [[], []];
  for (let c = 0; c < k / chunk; c++) {
    const choice = choices[pick(choices.length)];
    nibbles.push(choice.nibble);
    for (const place of choice.kept) {
      const value = least + pick(6);
      kept.push(value);
      dense[c * chunk + place] = value;
    }
  }
  return { nibbles, kept, dense };
}

/** The metadata of 16 rows as 32 lanes hold it, by the manual's figures: 16-bit and wider, then 8-bit and narrower. */
function metadataOf(type: string, rows: readonly SparseRow[], firstLane: number): number[] {
  const words = lanes(() => 0);
  for (const [row, { nibbles }] of rows.entries()) {
    for (const [c, nibble] of nibbles.entries()) {
      const wide = TYPES[type].bits >= 16;
      const inGroup = wide ? Math.floor(c / 4) : (row >= 8 ? 1 : 0) + 2 * Math.floor(c / 8);
      const bit = 4 * (wide ? (c % 4) + (row >= 8 ? 4 : 0) : c % 8);
      words[4 * (row % 8) + firstLane + inGroup] |= nibble << bit;
    }
  }
  return words;
}

/** Registers of rows, by lanes: a register has a run of a row; then the row 8 below, if `isTall`; then the next four runs. */
function planes(type: string, rows: readonly (readonly number[])[], isTall: boolean): number[] {
  const { bits, encode } = TYPES[type];
  const per = 32 / bits;
  const mask = bits === 32 ? -1 : 2 ** bits - 1;
  const runs = rows[0].length / per / 4;
  const word = (lane: number, row: number, run: number) =>
    lanes(e => (encode(rows[row + (lane >> 2)][(4 * run + (lane & 3)) * per + e]) & mask) << (bits * e), per).reduce(
      (all, part) => all | part,
      0,
    );
  return lanes(run => (isTall ? [0, 8] : [0]).flatMap(row => lanes(lane => word(lane, row, run))), runs).flat();
}

/** C or D: two columns of a row, then of the row 8 below. */
const placeOf = (lane: number, i: number): readonly [row: number, column: number] => [
  (lane >> 2) + 8 * (i >> 1),
  2 * (lane & 3) + (i & 1),
];

/** Runs the instruction on planes of words; gives the planes of D. */
function multiplied(
  instruction: string,
  selector: number,
  counts: readonly number[],
  words: readonly number[],
): number[] {
  const names = counts.map((count, v) => lanes(i => `%m${v}_${i}`, count));
  const load = [...names.flat(), '%e'].map((name, i) => `.reg .b32 ${name}; ld.global.u32 ${name}, [%at+${128 * i}];`);
  const [a, b, c] = names.map(list => `{${list.join(', ')}}`);
  const store = names[2].map((name, i) => `st.global.u32 [%at+${128 * i}], ${name};`);
  const body = `${load.join('\n')}\n${instruction} ${c}, ${a}, ${b}, ${c}, %e, ${selector};\n${store.join('\n')}`;
  const buffers = [
    { name: 'out', type: 's32', length: words.length, init: { kind: 'values', values: words } },
  ] as const;
  const result = runKernel(parsed(assemble({ body })), { entry: 'k', block: [32, 1, 1], launch: { buffers } });
  if (!result.ok) throw new Error(result.faults[0].message);
  return wordsOf(result).slice(0, 32 * counts[2]);
}

const sumOf = (word: number, type: string, half: number): number => {
  if (type === 's32') return word | 0;
  return type === 'f32' ? floatOfBits(word) : decodeFloat(F16, (word >>> (16 * half)) & 0xffff);
};

/** Whole numbers below the one asked for, in an order that follows from the seed. */
const picker = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
};
const SEED = fc.integer();

test.each(ALL)('mma.sp $d += $a x $b, depth $k: the product of the dense matrix', ({ d, a, b, k, selectors }) => {
  fc.assert(
    fc.property(SEED, fc.nat(selectors - 1), fc.boolean(), (seed, selector, isOrdered) => {
      const pick = picker(seed);
      const rows = lanes(() => sparseRow(a, k, isOrdered, pick), 16);
      const columns = lanes(() => lanes(() => TYPES[b].least + pick(6), k), 8);
      const ofA = planes(
        a,
        rows.map(({ kept }) => kept),
        true,
      );
      const ofB = planes(b, columns, false);
      const per = d === 'f16' ? 2 : 1;
      const metadata = metadataOf(a, rows, selector * (4 / selectors));
      const counts = [ofA.length / 32, ofB.length / 32, 4 / per];
      const form = `mma.${isOrdered ? 'sp::ordered_metadata' : 'sp'}.sync.aligned.m16n8k${k}.row.col.${d}.${a}.${b}.${d}`;
      const zeros = lanes(() => 0, 32 * counts[2]);
      const words = multiplied(form, selector, counts, [...ofA, ...ofB, ...zeros, ...metadata]);
      for (let lane = 0; lane < 32; lane++) {
        for (let i = 0; i < 4; i++) {
          const [row, column] = placeOf(lane, i);
          const expected = rows[row].dense.reduce((sum, x, j) => sum + x * columns[column][j], 0);
          expect(sumOf(words[32 * Math.floor(i / per) + lane], d, i % per)).toBe(expected);
        }
      }
    }),
    { numRuns: draws(8) },
  );
});

interface Answer {
  readonly form: string;
  readonly selector: number;
  readonly words: string;
  readonly sums: string;
}
const answers = JSON.parse(readFileSync(new URL('./fixtures/sparse-h200.json', import.meta.url), 'utf8')) as {
  readonly products: readonly Answer[];
};
const wordsIn = (base64: string): number[] => [
  ...new Int32Array(Uint8Array.from(Buffer.from(base64, 'base64')).buffer),
];

test('an H200 was asked every form', () => {
  const nameOf = (form: string) => form.replace('sp::ordered_metadata', 'sp');
  const asked = answers.products.map(({ form }) => nameOf(form));
  const forms = ALL.map(({ d, a, b, k }) => `mma.sp.sync.aligned.m16n8k${k}.row.col.${d}.${a}.${b}.${d}`);
  expect([...asked].sort()).toEqual([...forms].sort());
});

test.each(answers.products)('$form answers as an H200, bit for bit', ({ form, selector, words, sums }) => {
  const [, k, d, a, b] = /k(\d+)\.row\.col\.(\w+)\.(\w+)\.(\w+)\./.exec(form)!;
  const counts = [(Number(k) * TYPES[a].bits) / 128, (Number(k) * TYPES[b].bits) / 128, d === 'f16' ? 2 : 4];
  expect(multiplied(form, selector, counts, wordsIn(words))).toEqual(wordsIn(sums));
});

const WARPGROUP: readonly (readonly [d: string, a: string, b: string, k: number, selectors: number])[] = [
  ['f32', 'f16', 'f16', 32, 2],
  ['f16', 'f16', 'f16', 32, 2],
  ['f32', 'bf16', 'bf16', 32, 2],
  ['f32', 'tf32', 'tf32', 16, 2],
  ['f32', 'e4m3', 'e5m2', 64, 1],
  ['s32', 's8', 'u8', 64, 1],
];

/** K-major without swizzle: 8 rows of 16 bytes behind one another, then the next 16 bytes of these, then the next 8 rows. */
const DESCRIPTOR = (start: number, rowBytes: number): string =>
  `0x${((BigInt(start) >> 4n) | (8n << 16n) | (BigInt(rowBytes / 2) << 32n)).toString(16)}`;

function imageOf(type: string, rows: readonly (readonly number[])[]): number[] {
  const { bits, encode } = TYPES[type];
  const rowBytes = (rows[0].length * bits) / 8;
  const bytes = new Uint8Array(rows.length * rowBytes);
  const view = new DataView(bytes.buffer);
  for (const [row, values] of rows.entries()) {
    for (const [i, value] of values.entries()) {
      const along = (i * bits) / 8;
      const at = Math.floor(row / 8) * 8 * rowBytes + Math.floor(along / 16) * 128 + (row % 8) * 16 + (along % 16);
      if (bits === 32) view.setInt32(at, encode(value), true);
      else if (bits === 16) view.setUint16(at, encode(value), true);
      else view.setUint8(at, encode(value) & 0xff);
    }
  }
  return [...new Int32Array(bytes.buffer)];
}

const isTransposable = (type: string): boolean => type === 'f16' || type === 'bf16';

test.each(WARPGROUP)('wgmma.mma_async.sp %s += %s x %s, depth %i', (d, a, b, k, selectors) => {
  fc.assert(
    fc.property(SEED, fc.nat(selectors - 1), fc.boolean(), (seed, selector, isHeld) => {
      const pick = picker(seed);
      const rows = lanes(() => sparseRow(a, k, true, pick), 64);
      const columns = lanes(() => lanes(() => TYPES[b].least + pick(6), k), 8);
      const warps = lanes(w => rows.slice(16 * w, 16 * w + 16), 4);
      const metadata = warps.flatMap(part => metadataOf(a, part, selector * (4 / selectors)));
      const held = warps.map(part =>
        planes(
          a,
          part.map(({ kept }) => kept),
          true,
        ),
      );
      const registers = lanes(r => held.flatMap(part => part.slice(32 * r, 32 * r + 32)), 4).flat();
      const image = [
        ...imageOf(
          a,
          rows.map(({ kept }) => kept),
        ),
        ...imageOf(b, columns),
      ];
      const count = d === 'f16' ? 2 : 4;
      const sums = `{${lanes(i => `%d${i}`, count).join(', ')}}`;
      const signs = d === 's32' ? '' : `, 1, 1${isTransposable(a) ? (isHeld ? ', 0' : ', 0, 0') : ''}`;
      const rowBytes = (k * TYPES[b].bits) / 8;
      const body = `.reg .b32 %d<4>; .reg .b32 %a<4>; mov.u32 %r1, 0;
L: mad.lo.s32 %r2, %r1, 4, %tid; shl.b32 %r3, %tid, 2; mad.lo.s32 %r3, %r1, 512, %r3; mad.wide.u32 %x1, %r1, 512, %at;
ld.global.u32 %r4, [%x1]; mov.u32 %r5, sm; add.u32 %r5, %r5, %r3; st.shared.u32 [%r5], %r4;
add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, ${image.length / 128}; @%p1 bra L;
fence.proxy.async; bar.sync 0;
${lanes(i => `ld.global.u32 %a${i}, [%at+${4 * image.length + 512 * i}];`, 4).join('\n')}
ld.global.u32 %r6, [%at+${4 * image.length + 2048}];
mov.u32 %r5, sm; shr.u32 %r5, %r5, 4; cvt.u64.u32 %x2, %r5; add.u64 %x3, %x2, ${DESCRIPTOR(2048, rowBytes)}; add.u64 %x2, %x2, ${DESCRIPTOR(0, rowBytes / 2)};
wgmma.fence.sync.aligned;
wgmma.mma_async.sp.sync.aligned.m64n8k${k}.${d}.${a}.${b} ${sums}, ${isHeld ? '{%a0, %a1, %a2, %a3}' : '%x2'}, %x3, %r6, ${selector}, 0${signs};
wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;
${lanes(i => `st.global.u32 [%at+${512 * i}], %d${i};`, count).join('\n')}`;
      const module = parsed(assemble({ body, module: '.shared .align 1024 .b8 sm[4096];' }));
      const words = [...image, ...registers, ...metadata];
      const buffers = [
        { name: 'out', type: 's32', length: words.length, init: { kind: 'values', values: words } },
      ] as const;
      const result = runKernel(module, { entry: 'k', block: [128, 1, 1], launch: { buffers } });
      expect(result.faults).toEqual([]);
      const out = wordsOf(result);
      const per = 4 / count;
      for (let thread = 0; thread < 128; thread++) {
        for (let i = 0; i < 4; i++) {
          const [row, column] = placeOf(thread % 32, i);
          const { dense } = rows[16 * Math.floor(thread / 32) + row];
          const expected = dense.reduce((sum, x, j) => sum + x * columns[column][j], 0);
          expect(sumOf(out[128 * Math.floor(i / per) + thread], d, i % per)).toBe(expected);
        }
      }
    }),
    { numRuns: draws(12) },
  );
});

describe('metadata that the manual leaves undefined', () => {
  const body = (
    elements: string,
    metadata: string,
  ) => `mov.b32 %r1, ${elements}; mov.b32 %r2, ${metadata}; mov.b32 %r3, 0;
mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r4, %r5, %r6, %r7}, {%r1, %r1}, {%r1, %r1}, {%r3, %r3, %r3, %r3}, %r2, 0;`;

  test('is a fault', () => {
    const [fault] = runAssembly({ body: body('0x3c003c00', '0x44454444') }).faults;
    expect(fault.kind).toBe('badOperand');
    expect(fault.message).toContain('metadata 0b0101 where the elements of row 8, columns 0 to 3 are');
  });

  test('is none where the elements are zero', () => {
    expect(runAssembly({ body: body('0', '0') }).faults).toEqual([]);
  });
});

test.each([
  ['m16n8k32.row.col.f32.f16.f16.f32', 4, 4, '2', 'a sparsity selector is 0 to 1, not 2'],
  ['m16n8k64.row.col.s32.s8.s8.s32', 4, 4, '1', 'a sparsity selector is 0, not 1'],
  ['m16n8k8.row.col.f32.f16.f16.f32', 1, 2, '0', 'needs one of .m16n8k16, .m16n8k32'],
  ['m16n8k256.row.col.s32.b1.b1.s32', 4, 4, '0', 'no sparse products of .b1'],
])('mma.sp %s is refused with %i, %i registers and selector %s', (form, ofA, ofB, selector, why) => {
  const list = (count: number) => `{${lanes(() => '%r1', count).join(', ')}}`;
  const body = `mma.sp.sync.aligned.${form} ${list(4)}, ${list(ofA)}, ${list(ofB)}, ${list(4)}, %r1, ${selector};`;
  const [fault] = runAssembly({ body }).faults;
  expect(fault).toMatchObject({ kind: 'unsupported' });
  expect(fault.message).toContain(why);
});
