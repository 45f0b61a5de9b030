import { expect, test } from 'vitest';
import { isWhole } from '../../../scripts/fixtures/sweep.ts';
import { summaryOf } from '../../model/banks/trace-summary.ts';
import { byteAddressOf } from '../../model/layout/tile-layout.ts';
import { type Access, type AccessTrace, accessAt } from '../../trace/access-trace.ts';
import { bufferAddresses } from '../../trace/device-addresses.ts';
import { cases } from './cases.ts';
import { threadsOf, tileLayout } from './geometry.ts';
import { kernel } from './index.ts';
import { launchOf, referenceOf } from './launch.ts';
import { predict } from './model.ts';
import { fields, schema, type TransposeParams } from './params.ts';
import { type TransposeVariant, variants } from './variants.ts';

const TILES = [32, 64] as const;
const BYTES = [1, 2, 4, 8, 16] as const;
/** For single elements; vectors have larger ones, too. */
const builds = TILES.flatMap(tile => BYTES.map(elementBytes => ({ tile, elementBytes })));
const read = (params: Partial<TransposeParams>): TransposeParams => schema.parse(params);
const rowsOf = (trace: AccessTrace): Access[] => Array.from({ length: trace.rows }, (_, row) => accessAt(trace, row));
const ctas = (p: TransposeParams): number[] =>
  Array.from({ length: Math.ceil(p.columns / p.tile) * Math.ceil(p.rows / p.tile) }, (_, cta) => cta);
const SOUND: readonly TransposeVariant[] = ['naive', 'tiled', 'padded', 'xor', 'coarsened', 'vectorized'];
const does = (variant: TransposeVariant, params: Partial<TransposeParams>): boolean =>
  kernel.refusal(variant, params) === null;

/** Few enough elements for the default tier. */
const isSmall = (p: TransposeParams): boolean => p.rows * p.columns <= 4096;

/** Little-endian words of the input, as the launch's `iota` says. */
function inputOf(p: TransposeParams): Uint8Array {
  const spec = launchOf('tiled', p).buffers.find(b => b.name === 'in')!;
  if (spec.init.kind !== 'iota') throw new Error('the input is iota');
  const width = { u8: 1, u16: 2, u32: 4 }[String(spec.type)] ?? 4;
  const bytes = new Uint8Array(spec.length * width);
  for (let i = 0; i < spec.length; i++) {
    const value = BigInt(i) * BigInt(spec.init.step ?? 1);
    for (let b = 0; b < width; b++) bytes[i * width + b] = Number((value >> BigInt(8 * b)) & 0xffn);
  }
  return bytes;
}

/** Elements [row][column] of a square of vectors, turned: vectors of its columns. */
function turned(square: readonly Uint8Array[], elementBytes: number): Uint8Array[] {
  const element = (row: Uint8Array, column: number) => row.subarray(column * elementBytes, (column + 1) * elementBytes);
  return square.map((_, column) => Uint8Array.from(square.flatMap(row => [...element(row, column)])));
}

/** Executes the predicted accesses: registers per thread, one shared window, two buffers. Faults are exceptions. */
function execute(variant: TransposeVariant, p: TransposeParams): Uint8Array {
  const input = inputOf(p);
  const output = new Uint8Array(input.length).fill(0xff);
  const at = bufferAddresses(launchOf(variant, p));
  const { vector } = threadsOf(variant, p);
  for (const cta of ctas(p)) {
    const shared = new Map<number, Uint8Array>();
    const queues = new Map<string, Uint8Array[]>();
    // A barrier holds all warps.
    for (const row of rowsOf(predict(variant, p, cta).trace).sort((a, b) => a.interval - b.interval))
      row.address.forEach((address, lane) => {
        if (((row.activeMask >>> lane) & 1) === 0) return;
        // A lane stores what it has loaded, oldest first; what it writes are the columns of a square that it has loaded.
        const thread = `${row.warp} ${lane} ${row.space === 'global' && row.kind === 'store' ? 'out' : 'in'}`;
        const queue = queues.get(thread) ?? [];
        queues.set(thread, queue);
        const from = address - at.get('in')!;
        const to = address - at.get('out')!;
        if (row.kind === 'load' && row.space === 'global') queue.push(input.slice(from, from + row.widthBytes));
        else if (row.kind === 'load') queue.push(shared.get(address)!);
        else if (row.space === 'shared') shared.set(address, queue.shift()!);
        else {
          const loaded = queues.get(`${row.warp} ${lane} in`)!;
          if (queue.length === 0) queue.push(...turned(loaded.splice(0, vector), p.elementBytes));
          output.set(queue.shift()!, to);
        }
      });
  }
  return output;
}

test.each(
  SOUND.flatMap(variant =>
    cases
      .slice(0, 19)
      .filter(({ params }) => does(variant, params))
      .filter(({ params }) => isWhole || isSmall(read(params)))
      .map(({ id, params }) => [variant, id, params] as const),
  ),
)('carrying out the predicted accesses of %s transposes %s', (variant, _, params) => {
  const p = read(params);
  expect(Buffer.compare(execute(variant, p), referenceOf(p).get('out')!)).toBe(0);
});

test.each(builds)('xor is conflict-free on both sides: tile $tile, $elementBytes bytes', build => {
  const { shared } = summaryOf(predict('xor', read(build), 0).trace);
  expect(shared.store.requests).toBe(build.tile === 32 ? 32 : 128);
  expect(shared.store.wavefronts).toBe(shared.store.ideal);
  expect(shared.load.wavefronts).toBe(shared.load.ideal);
});

test.each(builds)('xor is a permutation of the tile: tile $tile, $elementBytes bytes', build => {
  const layout = tileLayout('xor', read(build));
  const cells = Array.from({ length: build.tile }, (_, row) =>
    Array.from({ length: build.tile }, (_, column) => byteAddressOf(layout, row, column) / build.elementBytes),
  );
  expect(new Set(cells.flat()).size).toBe(build.tile ** 2);
  expect(Math.max(...cells.flat())).toBe(build.tile ** 2 - 1);
});

const vectorBuilds = ([...TILES, 128, 256] as const).flatMap(tile =>
  BYTES.map(elementBytes => ({ tile, elementBytes })),
);

test.each(vectorBuilds.filter(build => does('vectorized', build)))(
  'vectorized takes 16 bytes, half of that where it turns half squares, no wavefront too many: tile $tile, $elementBytes bytes',
  build => {
    const { trace } = predict('vectorized', read({ ...build, rows: 512, columns: 512 }), 0);
    const { shared, global } = summaryOf(trace);
    const bytes = build.tile ** 2 * build.elementBytes;
    for (const side of ['load', 'store'] as const) {
      const widthBytes = side === 'load' ? 16 / threadsOf('vectorized', read(build)).parts : 16;
      const isOnSide = ({ space, kind }: Access) => space === 'shared' && kind === side;
      expect(rowsOf(trace).every(row => !isOnSide(row) || row.widthBytes === widthBytes)).toBe(true);
      const wavefronts = bytes / 128;
      expect(shared[side]).toMatchObject({ requests: bytes / (32 * widthBytes), wavefronts, ideal: wavefronts });
      expect(global[side]).toMatchObject({ requests: bytes / (32 * 16), sectors: bytes / 32, ideal: bytes / 32 });
    }
  },
);

test.each(builds)(
  'coarsened asks the banks as padded does, with more under way: tile $tile, $elementBytes bytes',
  build => {
    const p = read(build);
    const { trace } = predict('coarsened', p, 0);
    const { shared, global } = summaryOf(predict('padded', p, 0).trace);
    expect(summaryOf(trace)).toMatchObject({ shared, global });
    const first = rowsOf(trace).filter(row => row.warp === 0);
    const isRead = ({ space, kind }: Access) => space === 'global' && kind === 'load';
    expect(first.findIndex(row => !isRead(row))).toBe(first.filter(isRead).length);
    expect(first.filter(isRead)).toHaveLength(build.tile === 32 ? 4 : 16);
  },
);

test.each([
  [{ rows: 33 }, 'rows: 33 is no multiple of 4'],
  [{ elementBytes: 2 }, 'tile: 32 × 32 elements of 2 B make 16 squares'],
  [{ elementBytes: 4, tile: 128 }, 'tile: 128 × 128 elements of 4 B leave few tiles'],
  [{ columns: 66, elementBytes: 2, tile: 64 }, 'columns: 66 is no multiple of 8'],
] as const)('vectorized refuses %o by field', (params, why) => {
  expect(kernel.refusal('vectorized', params)).toContain(why);
  expect(kernel.refusal('coarsened', { ...params, tile: 64 })).toBeNull();
});

test('tiles of 128 are for vectors', () => {
  expect(kernel.refusal('coarsened', { tile: 128, elementBytes: 1 })).toContain('tile: sides of 128 are for vectors');
  expect(kernel.shortfall('coarsened', { tile: 128, elementBytes: 1 }, 'sm_90')).not.toBeNull();
});

// Wavefronts of one load of a whole column, without and with one element of padding; and the unavoidable ones. Half a
// word of padding puts row 2k in bank k, row 2k + 1 in bank k + 16 (even columns) or k + 17 (odd: row 31 meets row 0).
test.each([
  [32, 2, 16, 1.5, 1],
  [32, 4, 32, 1, 1],
  [32, 8, 32, 2, 2],
  [32, 16, 32, 4, 4],
  [64, 2, 32, 2, 1],
  [64, 4, 32, 1, 1],
  [64, 8, 32, 2, 2],
  [64, 16, 32, 4, 4],
] as const)('column loads of tile %i, %i bytes', (tile, elementBytes, tiled, padded, ideal) => {
  const p = read({ tile, elementBytes });
  const perRequest = (variant: TransposeVariant) => {
    const { load, store } = summaryOf(predict(variant, p, 0).trace).shared;
    expect(store.wavefronts).toBe(store.ideal);
    expect(load.ideal).toBe(load.requests * ideal);
    return load.wavefronts / load.requests;
  };
  expect(perRequest('tiled')).toBe(tiled);
  expect(perRequest('padded')).toBe(padded);
});

test.each([
  [0, 32],
  [1, 1],
  [2, 2],
  [4, 4],
  [31, 1],
  [32, 32],
  [33, 1],
])('padding of %i words: %i wavefronts a column', (pad, wavefronts) => {
  const { load } = summaryOf(predict('padded', read({ pad }), 0).trace).shared;
  expect(load.wavefronts).toBe(load.requests * wavefronts);
});

test('the base address moves every shared address and no count', () => {
  const base = predict('xor', read({ base: 48 }), 0);
  const zero = predict('xor', read({}), 0);
  expect(summaryOf(base.trace)).toEqual(summaryOf(zero.trace));
  rowsOf(base.trace).forEach((row, i) => {
    const shift = row.space === 'shared' ? 48 : 0;
    expect(row.address).toEqual(accessAt(zero.trace, i).address.map(address => address + shift));
  });
  expect(base.tile?.baseBytes).toBe(48);
});

test('lanes beyond the edge are idle, and warps beyond it make no access', () => {
  const p = read({ rows: 31, columns: 33 });
  const right = rowsOf(predict('tiled', p, 1).trace);
  const masks = (space: string, kind: string) =>
    right.filter(r => r.space === space && r.kind === kind).map(r => r.activeMask);
  // CTA 1 has one column of the input: lane 0 of 31 warps. It is one row of the output: 31 lanes of warp 0.
  expect(masks('global', 'load')).toEqual(Array(31).fill(1));
  expect(masks('shared', 'load')).toEqual([0x7fff_ffff]);
  expect(right.every(r => [...r.address].every((a, lane) => a >= 0 === (((r.activeMask >>> lane) & 1) === 1)))).toBe(
    true,
  );
});

test('naive writes 32 sectors a warp, tiled 4', () => {
  const stored = (variant: TransposeVariant) => summaryOf(predict(variant, read({}), 0).trace).global.store;
  expect(stored('naive')).toEqual({ requests: 32, sectors: 32 * 32, ideal: 128, worst: 32 });
  expect(stored('tiled')).toEqual({ requests: 32, sectors: 128, ideal: 128, worst: 4 });
});

test('known-wrong variants predict what they mean to do', () => {
  const p = read({ pad: 3 });
  expect(predict('pad-not-used', p, 0)).toEqual(predict('padded', p, 0));
  expect(predict('not-turned', p, 0)).toEqual(predict('vectorized', p, 0));
  const { trace } = predict('missing-barrier', p, 0);
  expect(trace.address).toEqual(predict('tiled', p, 0).trace.address);
  expect(Math.max(...trace.interval)).toBe(0);
});

test('the largest tile fits every GPU with an opt-in of 227 KiB, the largest unpadded one sm_75', () => {
  const bytes = (variant: TransposeVariant) =>
    launchOf(variant, read({ tile: 64, elementBytes: 16, pad: 33 })).dynamicSharedBytes ?? 0;
  expect(Math.max(...variants.map(v => bytes(v.id)))).toBeLessThanOrEqual(227 * 1024);
  expect(bytes('tiled')).toBe(64 * 1024);
});

test('limits come from the schema', () => {
  const rows = fields.find(f => f.name === 'rows')!;
  expect(rows.control).toEqual({ kind: 'range', min: 1, max: 16384, step: 1, unit: 'rows' });
  for (const bad of [{ rows: 0 }, { rows: 16385 }, { pad: 34 }, { pad: 0.5 }, { base: 8 }, { tile: 16 }])
    expect(kernel.schema.check(bad)).toMatchObject({ ok: false, error: { field: Object.keys(bad)[0] } });
});

test('a matrix of more than 64 MiB is for a GPU', () => {
  const of = (elementBytes: number) => kernel.tooLarge({ rows: 4096, columns: 4096, elementBytes });
  expect(of(4)).toBeNull();
  expect(of(8)).toMatchObject({ field: 'columns', message: expect.stringContaining('134217728 B') });
});

test('only the padded variants take a pitch', () => {
  const params = (variant: TransposeVariant) => launchOf(variant, read({ pad: 5 })).params;
  expect(params('tiled')).toHaveLength(4);
  expect(params('padded').at(-1)).toEqual({ kind: 'scalar', type: 's32', value: 37 });
  expect(params('pad-not-used')).toEqual(params('padded'));
});
