/** Launches for kernels that take more for granted than their code says outright. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Launch } from '../../trace/launch.ts';
import { emulate } from '../index.ts';
import { parseModule } from '../parse/module.ts';
import { type GuessedLaunch, guessLaunch } from './guess.ts';
import { outlineOf } from './outline.ts';

const textOf = (name: string): string => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8');

function fixture(name: string) {
  const module = parseModule(textOf(name));
  if (!module.ok) throw new Error(JSON.stringify(module.error));
  const outline = outlineOf(module.value, textOf('assumed.cu'));
  const entry = (plain: string) => outline.entries.find(e => e.plainName === plain)!;
  const guess = (plain: string, previous?: GuessedLaunch) => guessLaunch(outline, entry(plain), previous);
  const launch = (plain: string) => guess(plain).launch;
  return { module: module.value, entry, guess, launch };
}

const lengths = ({ buffers }: Launch) => Object.fromEntries(buffers.map(b => [b.name, b.length]));
const lengthPaths = ['buffers[0].length', 'buffers[1].length'];
const NAMES = [
  'map',
  'transpose',
  'countBits',
  'scaleByRank',
  'rowSums',
  'weigh',
  'sumOf64',
  'scaleRows',
  'countRange',
  'addLastWarp',
];

describe.each(['assumed.sm_90.ptx', 'assumed.sm_100a.ptx'])('%s', name => {
  const { module, entry, guess, launch } = fixture(name);

  it.each(NAMES)('%s runs as guessed', plain => {
    const result = emulate(module, launch(plain));
    expect(result.ok && result.value.faults).toEqual([]);
  });

  it('an object without members is one byte', () => {
    expect(launch('map').params[3]).toMatchObject({ kind: 'scalar', type: 'u8' });
  });

  it('a vector of two is no scalar, and cells by number are counted', () => {
    expect(entry('countRange').params[2].use).toMatchObject({
      kind: 'struct',
      fields: [
        { byteOffset: 0, use: { type: 's32' } },
        { byteOffset: 4, use: { type: 's32' } },
      ],
    });
    expect(lengths(launch('countRange')).counts).toBe(5);
  });

  it('rows of threads are those between stores that fill a shared array', () => {
    expect(entry('transpose').rows).toEqual({ axis: 'y', threads: 8 });
    expect(launch('transpose')).toMatchObject({ grid: [2, 2, 1], block: [32, 8, 1] });
    expect(lengths(launch('transpose'))).toEqual({ out: 4096, in: 4096 });
    expect(launch('countBits').block).toEqual([192, 1, 1]);
    expect(entry('rowSums').rows).toBeNull();
  });

  it('no more threads store than an array has room for', () => {
    expect(launch('sumOf64')).toMatchObject({ block: [64, 1, 1] });
    expect(lengths(launch('sumOf64'))).toMatchObject({ in: launch('sumOf64').grid[0] * 64 });
    expect(launch('addLastWarp')).toMatchObject({ block: [256, 1, 1] });
  });

  it('what CTAs alone are compared with is their number', () => {
    const { grid, params } = launch('scaleRows');
    expect(params[2]).toMatchObject({ value: grid[0] });
    const previous = { ...launch('scaleRows'), params: params.map((p, i) => (i === 2 ? { ...p, value: 7 } : p)) };
    const settled = guess('scaleRows', { launch: previous as Launch, guessed: ['grid', 'block', ...lengthPaths] });
    expect(settled.launch.grid).toEqual([7, 1, 1]);
    expect(lengths(settled.launch).factors).toBe(7);
  });

  it('a number over all axes needs only the first', () => {
    expect(entry('scaleByRank').uses).toEqual({ thread: ['x'], cta: ['x'] });
    expect(launch('scaleByRank')).toMatchObject({ grid: [4, 1, 1], block: [256, 1, 1] });
  });

  it('what scales an address is no tile', () => {
    expect(entry('rowSums').tile).toEqual([null, null, null]);
    expect(launch('rowSums')).toMatchObject({ grid: [4, 1, 1], block: [256, 1, 1], dynamicSharedBytes: 1024 });
  });

  it('what a loop reads is as long as the loop', () => {
    expect(lengths(launch('weigh')).weights).toBeGreaterThanOrEqual(32);
  });
});

it('a row of CTAs without threads may stand for a tile', () => {
  const { module, launch } = fixture('assumed.sm_90.ptx');
  expect(launch('addTiles')).toMatchObject({ grid: [2, 4, 1], block: [64, 1, 1] });
  expect(lengths(launch('addTiles'))).toEqual({ out: 32768, in: 32768 });
  const result = emulate(module, launch('addTiles'));
  expect(result.ok && result.value.faults).toEqual([]);
});
