import fc from 'fast-check';
import { expect, test } from 'vitest';
import { summaryOf } from '../../model/banks/trace-summary.ts';
import { type Access, type AccessTrace, accessAt } from '../../trace/access-trace.ts';
import { bufferAddresses } from '../../trace/device-addresses.ts';
import { kernel } from './exhibit.tsx';
import { sumsLayout, threadsOf } from './geometry.ts';
import { launchOf, referenceOf as referenceOfVariant } from './launch.ts';
import { predict } from './model.ts';
import { fields, type ScanParams, schema } from './params.ts';
import { sumAccesses } from './schedule.ts';
import { stepsOf } from './steps.ts';
import type { ScanVariant } from './variants.ts';

const SOUND: readonly ScanVariant[] = ['hillis-steele', 'blelloch', 'blelloch-padded', 'warp-shuffle'];
const SINGLE_PASS: readonly ScanVariant[] = ['single-pass', 'unready'];
const SECTIONS = [64, 256, 1024] as const;
const referenceOf = (p: ScanParams, variant: ScanVariant = 'blelloch') => referenceOfVariant(variant, p);
const read = (params: Partial<ScanParams>): ScanParams => schema.parse(params);
const rowsOf = (trace: AccessTrace): Access[] => Array.from({ length: trace.rows }, (_, row) => accessAt(trace, row));

test('the reference starts anew with each section', () => {
  const words = (p: Partial<ScanParams>) => new Uint32Array(referenceOf(read(p)).get('out')!.buffer);
  expect([...words({ section: 64, elements: 67 })].slice(60)).toEqual([1830, 1891, 1953, 2016, 0, 65, 131]);
  expect([...words({ section: 64, elements: 67, inclusive: 1 })].slice(60)).toEqual([
    1891, 1953, 2016, 2080, 65, 131, 198,
  ]);
});

test('the reference of the single pass goes on', () => {
  const p = read({ tile: 1024, elements: 3000, inclusive: 1 });
  const sums = new Uint32Array(referenceOf(p, 'single-pass').get('out')!.buffer);
  expect([sums[0], sums[1], sums[2999]]).toEqual([1, 3, (3000 * 3001) / 2]);
});

const TILED = fc.record({
  tile: fc.constantFrom(1024 as const, 8192 as const),
  elements: fc.integer({ min: 1, max: 65536 }),
  ctas: fc.integer({ min: 1, max: 64 }),
});

/** Bytes that rows of a space and kind touch, each as often as it is touched. */
function bytesOf(
  p: ScanParams,
  space: Access['space'],
  kinds: readonly Access['kind'][],
  from: number,
  to: number,
): number[] {
  const rows = Array.from({ length: p.ctas }, (_, cta) => rowsOf(predict('single-pass', p, cta).trace)).flat();
  return rows
    .filter(row => row.space === space && kinds.includes(row.kind))
    .flatMap(row => [...row.address].map(address => ({ address, bytes: row.widthBytes })))
    .filter(({ address }) => address >= from && address < to)
    .flatMap(({ address, bytes }) => Array.from({ length: bytes / 4 }, (_, i) => address + 4 * i));
}

test('the single pass reads each element once and writes each once', () => {
  fc.assert(
    fc.property(TILED, params => {
      const p = read(params);
      const buffers = bufferAddresses(launchOf('single-pass', p));
      for (const [name, kinds] of [
        ['in', ['load', 'bulk']],
        ['out', ['store', 'bulk']],
      ] as const) {
        const first = buffers.get(name)!;
        const touched = bytesOf(p, 'global', kinds, first, first + 4 * p.elements);
        expect(touched.length).toBe(p.elements);
        expect(new Set(touched).size).toBe(p.elements);
      }
    }),
    { numRuns: 12 },
  );
});

test('the single pass has no conflict, and stays within its ring', () => {
  for (const tile of [1024, 8192] as const) {
    const p = read({ tile, elements: 40000, ctas: 3 });
    const { trace, sharedBytes } = predict('single-pass', p, 1);
    const { load, store } = summaryOf(trace).shared;
    expect(load.wavefronts + store.wavefronts).toBe(load.ideal + store.ideal);
    const inShared = rowsOf(trace).filter(({ space }) => space === 'shared');
    expect(Math.max(...inShared.flatMap(row => [...row.address].map(at => at + row.widthBytes)))).toBeLessThanOrEqual(
      sharedBytes,
    );
  }
});

test('the single pass needs the copy engine', () => {
  for (const id of SINGLE_PASS) {
    expect(kernel.shortfall(id, kernel.defaults, 'sm_80')).toMatch(/no copy engine/);
    expect(kernel.shortfall(id, kernel.defaults, 'sm_90')).toBeNull();
  }
});

/** Carries out the tree's schedule on numbers: each access in its order, all threads at once, as barriers make it. */
function treeSums(p: ScanParams): number[] {
  const threads = threadsOf('blelloch', p);
  const sums = new Map<number, number>();
  let loaded: Map<string, number[]> = new Map();
  for (const { kind, step, part, sumOf } of sumAccesses('blelloch', p, p.section)) {
    const nodes = Array.from({ length: threads }, (_, thread) => sumOf(thread));
    if (kind === 'load') {
      if (part === 'left') loaded = new Map();
      loaded.set(
        part,
        nodes.map(node => (node === null ? 0 : sums.get(node)!)),
      );
      continue;
    }
    nodes.forEach((node, thread) => {
      if (node === null) return;
      const [left, right] = ['left', 'right'].map(of => loaded.get(of)?.[thread] ?? 0);
      if (part === 'input') sums.set(node, node + 1);
      else if (part === 'clear') sums.set(node, 0);
      else if (step?.way === 'down' && part === 'left') sums.set(node, right);
      else sums.set(node, left + right);
    });
  }
  return Array.from({ length: p.section }, (_, i) => sums.get(i)!);
}

test.each(SECTIONS)('carrying out the tree’s schedule scans a section of %i', section => {
  const p = read({ section, elements: section });
  expect(treeSums(p)).toEqual([...new Uint32Array(referenceOf(p).get('out')!.buffer)]);
});

test.each(SECTIONS)('only the unpadded tree has conflicts: sections of %i', section => {
  const excess = (variant: ScanVariant): number => {
    const { load, store } = summaryOf(predict(variant, read({ section, elements: section }), 0).trace).shared;
    return load.wavefronts + store.wavefronts - load.ideal - store.ideal;
  };
  for (const variant of SOUND) if (variant !== 'blelloch') expect(excess(variant)).toBe(0);
  expect(excess('blelloch')).toBeGreaterThan(0);
});

test.each(SECTIONS)('no two sums share a word, padded or not: sections of %i', section => {
  for (const variant of ['blelloch', 'blelloch-padded'] as const) {
    const p = read({ section, elements: section });
    const stored = rowsOf(predict(variant, p, 0).trace).filter(r => r.space === 'shared' && r.kind === 'store');
    const firstPass = stored.filter(r => r.interval === 0).flatMap(r => [...r.address]);
    expect(new Set(firstPass).size).toBe(section);
    expect(Math.max(...firstPass)).toBeLessThan(sumsLayout(variant, p).rows * sumsLayout(variant, p).pitchElements * 4);
  }
});

test('lanes beyond the last element read and write nothing in global memory', () => {
  for (const variant of SOUND) {
    const { global } = summaryOf(predict(variant, read({ elements: 257 }), 1).trace);
    expect([global.load.requests, global.store.requests]).toEqual([1, 1]);
  }
});

test('steps name every shared request of their side', () => {
  for (const { id } of kernel.variants)
    for (const side of ['load', 'store'] as const) {
      const p = read({ elements: 256 });
      const steps = stepsOf(id as ScanVariant, p, side);
      const predicted = rowsOf(predict(id as ScanVariant, p, 0).trace).filter(
        r => r.space === 'shared' && r.kind === side,
      );
      expect(steps.reduce((sum, { warps }) => sum + warps.length, 0)).toBe(predicted.length);
      expect(steps.every(({ label }) => label.length <= 7)).toBe(true);
    }
});

test('limits come from the schema', () => {
  expect(fields.find(f => f.name === 'elements')!.control).toMatchObject({ min: 1, max: 65536 });
  for (const bad of [{ section: 128 }, { elements: 0 }, { elements: 65537 }, { inclusive: 2 }])
    expect(kernel.schema.check(bad)).toMatchObject({ ok: false, error: { field: Object.keys(bad)[0] } });
});
