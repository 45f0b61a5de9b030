/**
 * Holds the pipeline model against an H200: clk of a block of attention's versions 3 to 7, from the plain builds' times of 24 and of 8
 * blocks. `src/model/pipeline/README.md` has the table, and what the difference is made of.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { RECORDINGS_FOLDER } from '../../src/contract/recording.ts';
import { parseSpanRecording, spanRecordingPath } from '../../src/contract/span-recording.ts';
import { tileKeys, tileQueries } from '../../src/kernels/attention/build.ts';
import { type AttentionVariant, isPersistent } from '../../src/kernels/attention/variants.ts';
import { PRESETS } from '../../src/model/pipeline/presets/index.ts';
import { presetScenario } from '../../src/model/pipeline/presets/preset.ts';
import { simulate } from '../../src/model/pipeline/simulate.ts';
import type { SpanLog } from '../../src/trace/span-log.ts';
import { projectRoot } from '../tree.ts';

/** The CTA was alone, with its operands in L2: as measured of one SM (`pipeline-clocks.json`). */
const ALONE = { copyLatencyClk: 301, copyBytesPerClk: 96.8 };
/** Greatest error, as a share of a block's time. */
const TOLERANCE = 0.27;
const MEAN_TOLERANCE = 0.12;

const path = join(projectRoot, 'public', RECORDINGS_FOLDER, spanRecordingPath('nvidia-h200', 'attention'));
const parsed = parseSpanRecording(readFileSync(path, 'utf8'));
if (!parsed.ok) throw new Error(parsed.error.message);
const { logs } = parsed.value;

const VERSIONS = ['a3-specialized', 'a4-overlap', 'a5-ping-pong', 'a6-persistent', 'a7-seamless'] as const;
const all = VERSIONS.flatMap(version => ([64, 128, 256] as const).map(headDim => ({ version, headDim })));

/** `of`: the time of the run with so many blocks, of each tile of queries. */
function ofBlock([few, many]: readonly number[], of: (blocks: number) => number, tiles: number): number {
  return (of(many) - of(few)) / (many - few) / tiles;
}

const endClk = ({ ctas: [{ warps }] }: SpanLog): number =>
  Math.max(...warps.map(({ notes, storedClk }) => Math.max(storedClk ?? 0, notes.at(-1)?.toClk ?? 0)));

function clkOfBlock(version: AttentionVariant, headDim: 64 | 128 | 256, sharesUnits = true) {
  const own = logs.filter(({ variant, build }) => variant === version && build.headDim === headDim);
  const blocksOf = (keys: number): number => keys / tileKeys(version, { headDim });
  const blocks = own.map(({ size }) => blocksOf(size.keys)).sort((a, b) => a - b);
  const tiles = own[0].size.queries / tileQueries(version, { headDim });
  const logOf = (count: number): SpanLog => own.find(({ size }) => blocksOf(size.keys) === count)!;
  // The clock of the run: what the instrumented builds' clocks and their times say of the same blocks.
  const clkPerNs =
    ofBlock(blocks, count => endClk(logOf(count)), 1) / ofBlock(blocks, count => logOf(count).stampedNs, 1);
  const measured = (count: number): number => logOf(count).plainNs * clkPerNs;
  const modelled = (count: number): number => {
    const values = { ...ALONE, headDim, blocks: count, ...(isPersistent(version) && { tiles }) };
    const made = presetScenario(PRESETS.find(({ id }) => id === version)!, values);
    if (!made.ok) throw new Error(made.error.message);
    const { resources } = made.value;
    return simulate({ ...made.value, resources: { ...resources, sharesUnits } }).totalClk;
  };
  return { measured: ofBlock(blocks, measured, tiles), modelled: ofBlock(blocks, modelled, tiles) };
}

const offBy = ({ measured, modelled }: ReturnType<typeof clkOfBlock>): number => Math.abs(modelled / measured - 1);
const mean = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0) / numbers.length;

it.each(all)('$version, heads of $headDim: a block takes about what it takes on an H200', ({ version, headDim }) => {
  expect(offBy(clkOfBlock(version, headDim))).toBeLessThan(TOLERANCE);
});

it('is nearer than where units serve who comes first', () => {
  const [shared, inTurn] = [true, false].map(shares =>
    mean(all.map(({ version, headDim }) => offBy(clkOfBlock(version, headDim, shares)))),
  );
  expect(shared).toBeLessThan(MEAN_TOLERANCE);
  expect(inTurn).toBeGreaterThan(MEAN_TOLERANCE);
});

it('has the order of the versions at heads of 128: overlap gains, and so do turns', () => {
  const [plain, overlap, turns] = VERSIONS.slice(0, 3).map(version => clkOfBlock(version, 128));
  for (const source of ['measured', 'modelled'] as const) {
    expect(overlap[source]).toBeLessThan(plain[source] * 0.96);
    expect(turns[source]).toBeLessThan(overlap[source] * 0.96);
  }
});
