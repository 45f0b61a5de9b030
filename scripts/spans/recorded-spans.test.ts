/** Compares spans that a GPU noted with what the pipeline model says of the same kernels: order and counts, not times. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RECORDINGS_FOLDER } from '../../src/contract/recording.ts';
import { parseSpanRecording, spanRecordingPath } from '../../src/contract/span-recording.ts';
import { loggedRings, tileKeys, tileQueries } from '../../src/kernels/attention/build.ts';
import { pipelinePreset } from '../../src/kernels/attention/pipelines.ts';
import { type AttentionVariant, isPersistent, isSeamless } from '../../src/kernels/attention/variants.ts';
import { PRESETS } from '../../src/model/pipeline/presets/index.ts';
import { presetScenario } from '../../src/model/pipeline/presets/preset.ts';
import { simulate } from '../../src/model/pipeline/simulate.ts';
import { measuredSpans } from '../../src/trace/measured-spans.ts';
import type { Span } from '../../src/trace/span.ts';
import { droppedNotes, type SpanLog } from '../../src/trace/span-log.ts';
import { sameOrder } from '../../src/trace/span-order.ts';
import { projectRoot } from '../tree.ts';
import { spanJobs } from './span-jobs.ts';

function logsOf(kernel: string): readonly SpanLog[] {
  const path = join(projectRoot, 'public', RECORDINGS_FOLDER, spanRecordingPath('nvidia-h200', kernel));
  const parsed = parseSpanRecording(readFileSync(path, 'utf8'));
  if (!parsed.ok) throw new Error(`${parsed.error.field}: ${parsed.error.message}`);
  return parsed.value.logs;
}

const titled = (log: SpanLog) =>
  [`${log.variant} ${JSON.stringify(log.build)} ${JSON.stringify(log.size)}`, log] as const;

const TILE_K = 64;

function predictedSpans({ variant, build, size }: SpanLog): readonly Span[] {
  const preset = PRESETS.find(({ id }) => id === variant)!;
  const { tileM, tileN, stages, clusterN } = build;
  const tiles = size.n / (tileN * clusterN);
  const values = { tileM, tileN, stages, steps: size.k / TILE_K, ...(variant === 'v4-persistent' ? { tiles } : {}) };
  const scenario = presetScenario(preset, values);
  if (!scenario.ok) return expect.fail(scenario.error.message);
  return simulate(scenario.value).spans;
}

describe.each([...logsOf('gemm'), ...logsOf('attention')].map(titled))('%s', (_, log) => {
  it('is one of the jobs, and lost no note', () => {
    expect(
      spanJobs().some(
        ({ variant, build, size }) =>
          variant === log.variant && JSON.stringify([build, size]) === JSON.stringify([log.build, log.size]),
      ),
    ).toBe(true);
    expect(droppedNotes(log)).toBe(0);
  });
});

describe.each(logsOf('gemm').map(titled))('%s', (_, log) => {
  it('copies and multiplies in the order that the model predicts, role by role', () => {
    for (const cta of log.ctas) expect(sameOrder(measuredSpans(cta), predictedSpans(log))).toBe(true);
  });

  it('reads no stage before its bytes were asked for, and fills none before all have released it', () => {
    for (const cta of log.ctas) {
      const spans = measuredSpans(cta);
      const copies = spans.filter(({ kind }) => kind === 'copy');
      const products = spans.filter(({ kind }) => kind === 'mma');
      for (const role of new Set(products.map(span => span.role))) {
        const own = products.filter(span => span.role === role).sort((a, b) => a.from - b.from);
        for (const [i, span] of own.entries()) expect(span.from).toBeGreaterThanOrEqual(copies[i].to);
        const again = copies.slice(log.build.stages);
        for (const [i, copy] of again.entries()) expect(copy.from).toBeGreaterThanOrEqual(own[i].to - SEEN_LATE_CLK);
      }
    }
  });
});

describe.each(logsOf('attention').map(titled))('%s', (_, { variant, build, size, ctas }) => {
  const version = variant as AttentionVariant;
  const p = { headDim: build.headDim as 64 | 128 | 256 };
  const [blocks, tiles] = [size.keys / tileKeys(version, p), size.queries / tileQueries(version, p)];
  const values = { ...build, blocks, ...(isPersistent(version) && { tiles }) };
  const scenario = presetScenario(pipelinePreset(version)!, values);
  if (!scenario.ok) throw new Error(scenario.error.message);
  const predicted = simulate(scenario.value).spans;
  const measured = measuredSpans(ctas[0], loggedRings(version, p));
  const ofKind = (kind: Span['kind'], role: string) =>
    measured.filter(span => span.kind === kind && span.role === role).sort((a, b) => a.from - b.from);

  it('copies and multiplies in the order that the model predicts, role by role', () => {
    expect(sameOrder(measured, predicted)).toBe(true);
  });

  it('multiplies nothing before its bytes were asked for', () => {
    for (const role of new Set(measured.filter(({ kind }) => kind === 'mma').map(span => span.role)))
      for (const buffer of ['k', 'v']) {
        const products = ofKind('mma', role).filter(span => span.buffer === buffer);
        const copies = ofKind('copy', 'producer').filter(span => span.buffer === buffer);
        expect([products.length, copies.length]).toEqual([blocks * tiles, blocks * tiles]);
        for (const [i, product] of products.entries()) expect(product.from).toBeGreaterThanOrEqual(copies[i].from);
      }
  });

  it('has its softmax under a product with values where it overlaps, and only there', () => {
    const [products, softmaxes] = [ofKind('mma', 'consumer 1'), ofKind('softmax', 'consumer 1')];
    const under = softmaxes.filter(span =>
      products.some(({ buffer, from, to }) => buffer === 'v' && from <= span.from && span.to <= to),
    );
    expect(softmaxes).toHaveLength(blocks * tiles);
    // Version 7 has no seam: a tile's first softmax runs under the last product of the tile before.
    const exposed = version === 'a3-specialized' ? blocks * tiles : isSeamless(version) ? 1 : tiles;
    expect(under).toHaveLength(blocks * tiles - exposed);
  });
});

/** A product ends before the warp that waits for it has noted this. */
const SEEN_LATE_CLK = 200;
