/** ldmatrix, stmatrix, movmatrix: fragments against the manual's words, rows as accesses, and what is wrong with rows. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { countWavefronts } from '../../model/banks/wavefronts.ts';
import { type Access, accessAt } from '../../trace/access-trace.ts';
import { int, parsed, traceKernel, wordsOf } from '../checks/kernel-run.ts';
import { lanes, outputOf, runAssembly } from './assembly.ts';

/** Half h of 16-byte row i: every one another. */
const half = (row: number, h: number): number => row * 64 + h + 1;
const pair = (low: number, high: number): number => low | (high << 16);
/** Rows of 8 halves as words. */
const rowsOf = (count: number): number[] =>
  lanes(i => pair(half(i >> 2, 2 * (i & 3)), half(i >> 2, 2 * (i & 3) + 1)), count * 4);

describe.each(['sm_90a', 'sm_100a'])('kernels compiled for %s', arch => {
  const module = parsed(readFileSync(new URL(`./fixtures/matrix-moves.${arch}.ptx`, import.meta.url), 'utf8'));

  /** The words of `out`, and the shared accesses of the matrix instructions. */
  function run(entry: string, values: readonly number[], ...params: number[]) {
    const { result, trace } = traceKernel(module, {
      entry,
      block: [32, 1, 1],
      params: [{ kind: 'pointer', buffer: 'in' }, ...params.map(int)],
      launch: {
        buffers: [
          { name: 'out', type: 's32', length: 128, init: { kind: 'zeros' } },
          { name: 'in', type: 's32', length: values.length, init: { kind: 'values', values } },
        ],
      },
    });
    expect(result.faults).toEqual([]);
    const accesses = Array.from({ length: trace.rows }, (_, i) => accessAt(trace, i));
    const matrix = (kind: Access['kind']) => accesses.filter(a => a.kind === kind);
    return { words: wordsOf(result), loads: matrix('ldmatrix'), stores: matrix('stmatrix') };
  }

  test.each(['roundTrip', 'transposedRoundTrip'])('%s leaves every byte as it was', entry => {
    const values = lanes(i => Math.imul(i + 1, 0x9e3779b1) | 0, 128);
    expect(run(entry, values).words).toEqual(values);
  });

  test('movmatrix and .trans transpose alike, and as the manual says', () => {
    const { words } = run('transposedTwoWays', rowsOf(8));
    const plain = lanes(l => pair(half(l >> 2, 2 * (l & 3)), half(l >> 2, 2 * (l & 3) + 1)));
    const transposed = lanes(l => pair(half(2 * (l & 3), l >> 2), half(2 * (l & 3) + 1, l >> 2)));
    expect(words.slice(0, 96)).toEqual([...plain, ...transposed, ...transposed]);
  });

  test('lanes give the rows: their addresses, 16 bytes each', () => {
    const { loads, stores } = run('roundTrip', rowsOf(32));
    const rows = (of: (lane: number) => number) => lanes(of);
    expect(loads).toMatchObject([{ space: 'shared', widthBytes: 16, activeMask: 0xffff_ffff }]);
    expect([...loads[0].address]).toEqual(rows(l => loads[0].address[0] + 16 * l));
    expect(stores).toMatchObject([{ space: 'shared', widthBytes: 16, activeMask: 0xffff_ffff }]);
    expect([...stores[0].address]).toEqual(rows(l => stores[0].address[0] + 16 * l));
  });

  test('of one matrix only 8 lanes give rows', () => {
    const { loads } = run('transposedTwoWays', rowsOf(8));
    expect(loads.map(load => load.activeMask)).toEqual([255, 255]);
    expect([...loads[0].address.subarray(8)]).toEqual(lanes(() => -1, 24));
  });

  test('rows of 128 bytes conflict in each phase, unless their chunks are exchanged', () => {
    const plain = run('tileRead', rowsOf(128), 2, 0);
    const swizzled = run('tileRead', rowsOf(128), 2, 7);
    expect(plain.loads.map(countWavefronts)).toEqual([{ wavefronts: 32, ideal: 4 }]);
    expect(swizzled.loads.map(countWavefronts)).toEqual([{ wavefronts: 4, ideal: 4 }]);
    expect(swizzled.words).toEqual(plain.words);
  });
});

const SHARED = '.shared .align 128 .b8 tile[1024];';
/** Lane l writes row l of the tile, bytes 16 l to 16 l + 15; %r1 is the row's address. */
const FILL = `and.b32 %r2, %tid, 15; mad.lo.u32 %r2, %r2, 0x10101010, 0x03020100; shr.u32 %r6, %tid, 4;
add.u32 %r3, %r2, 0x04040404; add.u32 %r4, %r3, 0x04040404; add.u32 %r5, %r4, 0x04040404; mul.lo.u32 %r6, %r6, 0x5a5a5a5a;
xor.b32 %r2, %r2, %r6; xor.b32 %r3, %r3, %r6; xor.b32 %r4, %r4, %r6; xor.b32 %r5, %r5, %r6;
mov.u32 %r1, tile; mad.lo.u32 %r1, %tid, 16, %r1; st.shared.v4.u32 [%r1], {%r2, %r3, %r4, %r5}; bar.warp.sync -1;`;
const bytes = (...list: number[]): number => list.reduce((word, byte, i) => word | ((byte & 255) << (8 * i)), 0);
const inTile = (row: number, byte: number): number => ((row & 15) * 16 + byte) ^ (row < 16 ? 0 : 0x5a);

describe('bytes', () => {
  test('of 16 x 16 matrices, transposed', () => {
    const body = `${FILL} ldmatrix.sync.aligned.m16n16.x2.trans.shared.b8 {%r6, %r7, %r8, %r9}, [%r1];
st.global.u32 [%at], %r6; st.global.u32 [%at+128], %r7; st.global.u32 [%at+256], %r8; st.global.u32 [%at+384], %r9;`;
    const column = (matrix: number, side: number) =>
      lanes(l => bytes(...[0, 1, 2, 3].map(k => inTile(16 * matrix + 4 * (l & 3) + k, (l >> 2) + 8 * side))));
    const expected = [column(0, 0), column(0, 1), column(1, 0), column(1, 1)].flat();
    expect(outputOf({ module: SHARED, body, words: 128 })).toEqual(expected);
  });

  test('of an accumulator, its columns stored as rows', () => {
    // Byte k of lane l is element (l / 4 + 8 (k / 2), 2 (l % 4) + k % 2) of a 16 x 8 matrix, with the value row + 16 column.
    const value = `shr.u32 %r2, %tid, 2; and.b32 %r3, %tid, 3; shl.b32 %r3, %r3, 5; add.u32 %r2, %r2, %r3;
mul.lo.u32 %r2, %r2, 0x01010101; add.u32 %r2, %r2, 0x18081000;`;
    const body = `${value} mov.u32 %r1, tile; mad.lo.u32 %r1, %tid, 16, %r1;
stmatrix.sync.aligned.m16n8.x1.trans.shared.b8 [%r1], {%r2}; bar.warp.sync -1;
mov.u32 %r1, tile; mad.lo.u32 %r1, %tid, 4, %r1; ld.shared.u32 %r4, [%r1]; st.global.u32 [%at], %r4;`;
    const expected = lanes(i => bytes(...[0, 1, 2, 3].map(k => 4 * (i & 3) + k + 16 * (i >> 2))));
    expect(outputOf({ module: SHARED, body }).slice(0, 32)).toEqual(expected);
  });
});

describe('rows that are wrong', () => {
  const load = (address: string) => `${FILL} ${address} ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r6, %r7}, [%r1];`;
  const faultsOf = (body: string, threads = 32) => runAssembly({ module: SHARED, body, threads }).faults;
  const onLane = (lane: number, change: string) => `setp.eq.u32 %p1, %tid, ${lane}; @%p1 ${change};`;

  test('misaligned', () => {
    const [fault] = faultsOf(load(onLane(9, 'add.u32 %r1, %r1, 8')));
    expect(fault).toMatchObject({ kind: 'misaligned', widthBytes: 16, address: 9 * 16 + 8, who: { lane: 9 } });
  });

  test('out of bounds', () => {
    const [fault] = faultsOf(load(onLane(3, 'add.u32 %r1, %r1, 4096')));
    expect(fault).toMatchObject({ kind: 'outOfBounds', limitBytes: 1024, who: { lane: 3 } });
  });

  test('uninitialised', () => {
    const [fault] = faultsOf(`${load(onLane(12, 'add.u32 %r1, %r1, 512'))} st.global.u32 [%at], %r7;`);
    expect(fault).toMatchObject({ kind: 'uninitialisedRead', address: 512 + 12 * 16, who: { lane: 12 } });
  });

  test('addresses of lanes beyond the matrices do not count', () => {
    expect(faultsOf(load(onLane(16, 'add.u32 %r1, %r1, 4099')))).toEqual([]);
  });

  test('written by other lanes just before: that the warp runs in step is no promise', () => {
    const [fault] = faultsOf(load('').replace('bar.warp.sync -1;', ''));
    expect(fault).toMatchObject({ kind: 'race', who: { lane: -1 } });
    const stored = `${FILL} stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r1], {%r2}; ld.shared.u32 %r3, [%r1];`;
    expect(faultsOf(stored)).toMatchObject([{ kind: 'race', who: { lane: 0 }, other: { who: { lane: -1 } } }]);
    expect(faultsOf(stored.replace('{%r2}; ', '{%r2}; bar.warp.sync -1; '))).toEqual([]);
  });

  test('two rows stored at one address', () => {
    const store = (value: string) =>
      `${FILL} ${onLane(5, 'sub.u32 %r1, %r1, 16')} stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r1], {${value}};`;
    expect(faultsOf(store('%tid'))).toMatchObject([{ kind: 'race', address: 4 * 16 }]);
    expect(faultsOf(store('%r9'))).toEqual([]);
  });

  test('a warp that is not whole', () => {
    const [fault] = faultsOf(load(''), 24);
    expect(fault).toMatchObject({ kind: 'barrier', who: { lane: 24 } });
    const [apart] = faultsOf(
      load('setp.lt.u32 %p1, %tid, 4; @%p1 bra OUT;').replace(/$/, ' bra END; OUT: bar.sync 0; END:'),
    );
    expect(apart).toMatchObject({ kind: 'barrier' });
  });

  test.each([
    ['ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r6}, [tile]', 'needs 2 registers'],
    ['ldmatrix.sync.aligned.m16n16.x4.trans.shared.b8 {%r6, %r7, %r8, %r9}, [tile]', 'no .x4'],
    ['ldmatrix.sync.aligned.m16n16.x1.shared.b8 {%r6, %r7}, [tile]', 'no .m16n16.b8'],
    ['ldmatrix.sync.aligned.m8n16.x1.shared.b8x16 {%r6}, [tile]', 'needs one of .b6x16_p32'],
    ['stmatrix.sync.aligned.m8n8.x1.shared.b8 [tile], {%r6}', 'no .m8n8.b8'],
  ])('%s is refused', (instruction, why) => {
    const [fault] = faultsOf(`${instruction};`);
    expect(fault.message).toContain(why);
  });
});

describe('elements of 4 and 6 bits become bytes', () => {
  /** Element i of the 16 of row r. */
  const element = (row: number, i: number, bits: number): number => (7 * row + 3 * i + 1) & (2 ** bits - 1);
  const packedRow = (row: number, bits: number): number[] => {
    let all = 0n;
    for (let i = 15; i >= 0; i--) all = (all << BigInt(bits)) | BigInt(element(row, i, bits));
    // What lies behind the elements does not count.
    all |= 0xffffn << BigInt(16 * bits + 8);
    return lanes(w => Number((all >> BigInt(32 * w)) & 0xffffffffn), 4);
  };
  const loaded = (form: string, count: number, rows: number, bits: number): number[] => {
    const words = lanes(row => packedRow(row, bits), rows).flat();
    const registers = lanes(i => `%r${i + 1}`, count);
    const stores = registers.map((register, i) => `st.global.b32 [%at+${128 * i}], ${register};`).join(' ');
    const fill = words.map((word, i) => `@%p1 st.shared.b32 [tile+${4 * i}], ${word};`).join('\n');
    const body = `setp.eq.u32 %p1, %tid, 0;\n${fill}\nbar.sync 0; mov.u32 %r9, tile; mad.lo.u32 %r9, %tid, 16, %r9;
ldmatrix.sync.aligned.${form} {${registers.join(', ')}}, [%r9]; ${stores}`;
    return outputOf({ module: '.shared .align 16 .b8 tile[512];', body, words: 32 * count });
  };
  const bytes = (of: (i: number) => number): number =>
    lanes(of, 4).reduce((word, byte, i) => word | (byte << (8 * i)), 0);

  test.each([
    ['b4x16_p64', 4],
    ['b6x16_p32', 6],
  ])('8 rows, .%s', (format, bits) => {
    const words = loaded(`m8n16.x2.shared.b8x16.${format}`, 2, 16, bits);
    const expected = lanes(m => lanes(l => bytes(i => element(8 * m + (l >> 2), 4 * (l & 3) + i, bits))), 2).flat();
    expect(words).toEqual(expected);
  });

  test.each([
    ['b4x16_p64', 4],
    ['b6x16_p32', 6],
  ])('16 rows, transposed, .%s', (format, bits) => {
    const words = loaded(`m16n16.x1.trans.shared.b8x16.${format}`, 2, 16, bits);
    const expected = lanes(
      half => lanes(l => bytes(i => element(4 * (l & 3) + i, 8 * half + (l >> 2), bits))),
      2,
    ).flat();
    expect(words).toEqual(expected);
  });
});
