/**
 * Holds the pipeline model against an H200: clk of a block of attention's versions 3 to 7, of one CTA alone and of CTAs on all SMs.
 * `src/model/pipeline/README.md` has the tables, and what the difference is made of.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Result } from '../../src/base/result.ts';
import { baselinesPath, parseBaselineRecording } from '../../src/contract/baseline-recording.ts';
import { RECORDINGS_FOLDER } from '../../src/contract/recording.ts';
import { parseSpanRecording, spanRecordingPath } from '../../src/contract/span-recording.ts';
import { tileKeys, tileQueries } from '../../src/kernels/attention/build.ts';
import { schema } from '../../src/kernels/attention/params.ts';
import { type AttentionVariant, isPersistent } from '../../src/kernels/attention/variants.ts';
import { PRESETS } from '../../src/model/pipeline/presets/index.ts';
import { type PresetValues, presetScenario } from '../../src/model/pipeline/presets/preset.ts';
import { simulate } from '../../src/model/pipeline/simulate.ts';
import { sampleStatistics } from '../../src/trace/sample-statistics.ts';
import type { SpanLog } from '../../src/trace/span-log.ts';
import { projectRoot } from '../tree.ts';

const GPU = 'nvidia-h200';
/** A CTA alone, with its operands in L2, has copies as measured of one SM (`pipeline-clocks.json`). */
const ALONE = { copyBytesPerClk: 96.8 };
/** Greatest and mean error, as a share of a block's time. */
const TOLERANCES = { alone: { worst: 0.22, mean: 0.085 }, whole: { worst: 0.13, mean: 0.07 } };

const textOf = (path: string): string => readFileSync(join(projectRoot, 'public', RECORDINGS_FOLDER, path), 'utf8');
function read<T>(parsed: Result<T, { readonly message: string }>): T {
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}
const { logs } = read(parseSpanRecording(textOf(spanRecordingPath(GPU, 'attention'))));
const { records } = read(parseBaselineRecording(textOf(baselinesPath(GPU, 'attention'))));

const VERSIONS = ['a3-specialized', 'a4-overlap', 'a5-ping-pong', 'a6-persistent', 'a7-seamless'] as const;
const all = VERSIONS.flatMap(version => ([64, 128, 256] as const).map(headDim => ({ version, headDim })));

const endClk = ({ ctas: [{ warps }] }: SpanLog): number =>
  Math.max(...warps.map(({ notes, storedClk }) => Math.max(storedClk ?? 0, notes.at(-1)?.toClk ?? 0)));

type HeadDim = 64 | 128 | 256;
const [FEW, MANY] = [8, 24];

/** Of the plain builds' times of 24 and of 8 blocks, which leaves out what a launch takes. */
function aloneClk(version: AttentionVariant, headDim: HeadDim): number {
  const own = logs.filter(({ variant, build }) => variant === version && build.headDim === headDim);
  const logOf = (blocks: number): SpanLog =>
    own.find(({ size }) => size.keys === blocks * tileKeys(version, { headDim }))!;
  const tiles = logOf(FEW).size.queries / tileQueries(version, { headDim });
  const slope = (of: (log: SpanLog) => number): number => (of(logOf(MANY)) - of(logOf(FEW))) / (MANY - FEW);
  // The clock of the run: what the instrumented builds' clocks and their times say of the same blocks.
  const clkPerNs = slope(endClk) / slope(({ stampedNs }) => stampedNs);
  return (slope(({ plainNs }) => plainNs) * clkPerNs) / tiles;
}

/** Of the times at lengths of 16,384 and 8,192 on all SMs, whose number of tiles is the same, at the clock of their samples. */
function wholeClk(version: AttentionVariant, headDim: HeadDim): number {
  const runOf = (keys: number) =>
    records.find(({ variant, params: { causal, elementType, ...p } }) => {
      const isWanted = causal === 'none' && elementType === 'bf16' && p.keys === keys && p.headDim === headDim;
      return variant === version && isWanted;
    })!;
  const clkOf = (keys: number): number => {
    const { outcome, gpu, params } = runOf(keys);
    if (outcome.kind !== 'timed') throw new Error(`${version} was not timed`);
    const { queries, kvHeads, group } = schema.parse(params);
    const tiles = Math.ceil(queries / tileQueries(version, { headDim })) * kvHeads * group;
    const rounds = Math.ceil(tiles / gpu.smCount);
    return (medianOf(outcome.samplesNs) * medianOf(outcome.samplesMhz!)) / 1000 / rounds;
  };
  const [few, many] = [8192, 16_384];
  return (clkOf(many) - clkOf(few)) / ((many - few) / tileKeys(version, { headDim }));
}

function modelledClk(version: AttentionVariant, headDim: HeadDim, numbers: PresetValues, resources = {}): number {
  const tiles = isPersistent(version) ? 2 : 1;
  const clkOf = (blocks: number): number => {
    const values = { ...numbers, headDim, blocks, ...(tiles > 1 && { tiles }) };
    const made = read(presetScenario(PRESETS.find(({ id }) => id === version)!, values));
    return simulate({ ...made, resources: { ...made.resources, ...resources } }).totalClk;
  };
  return (clkOf(MANY) - clkOf(FEW)) / (MANY - FEW) / tiles;
}

const MEASURED = { alone: aloneClk, whole: wholeClk };
const NUMBERS = { alone: ALONE, whole: {} };
type Where = keyof typeof MEASURED;
const PLACES: readonly Where[] = ['alone', 'whole'];

const offBy = (where: Where, version: AttentionVariant, headDim: HeadDim, resources = {}): number =>
  Math.abs(modelledClk(version, headDim, NUMBERS[where], resources) / MEASURED[where](version, headDim) - 1);
const mean = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0) / numbers.length;
const medianOf = (samples: readonly number[]): number => sampleStatistics(samples).median;

/** Version 2 has no spans: nothing of it was looked at when the model was made. */
it.each([64, 128, 256] as const)('foretells version 2 on all SMs, heads of %i', headDim => {
  expect(offBy('whole', 'a2-wgmma', headDim)).toBeLessThan(0.06);
});

describe.each(PLACES)('a block, %s', where => {
  it.each(all)('takes about what it takes on an H200: $version, heads of $headDim', ({ version, headDim }) => {
    expect(offBy(where, version, headDim)).toBeLessThan(TOLERANCES[where].worst);
  });

  it.each([
    ['each unit serves one after another', { sharesUnits: false }],
    ['the sums of a product are used at once', { productLatencyClk: 0 }],
  ])('is nearer than if %s', (_, resources) => {
    const errorOf = (change: object): number =>
      mean(all.map(({ version, headDim }) => offBy(where, version, headDim, change)));
    expect(errorOf({})).toBeLessThan(TOLERANCES[where].mean);
    expect(errorOf(resources)).toBeGreaterThan(errorOf({}));
  });
});

it('has the gains of the steps at heads of 128 on all SMs: much of the overlap, hardly any of the turns', () => {
  for (const clkOf of [wholeClk, (version: AttentionVariant) => modelledClk(version, 128, {})]) {
    const [plain, overlap, turns] = VERSIONS.slice(0, 3).map(version => clkOf(version, 128));
    expect(overlap).toBeLessThan(plain * 0.85);
    expect(Math.abs(turns / overlap - 1)).toBeLessThan(0.04);
  }
});
