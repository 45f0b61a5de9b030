/** Compares spans that a GPU noted with what the pipeline model says of the same kernels: order and counts, not times. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RECORDINGS_FOLDER } from '../../src/contract/recording.ts';
import { parseSpanRecording, spanRecordingPath } from '../../src/contract/span-recording.ts';
import { PRESETS } from '../../src/model/pipeline/presets/index.ts';
import { presetScenario } from '../../src/model/pipeline/presets/preset.ts';
import { simulate } from '../../src/model/pipeline/simulate.ts';
import { measuredSpans } from '../../src/trace/measured-spans.ts';
import type { Span } from '../../src/trace/span.ts';
import { droppedNotes, type SpanLog } from '../../src/trace/span-log.ts';
import { sameOrder } from '../../src/trace/span-order.ts';
import { projectRoot } from '../tree.ts';
import { spanJobs } from './span-jobs.ts';

const path = join(projectRoot, 'public', RECORDINGS_FOLDER, spanRecordingPath('nvidia-h200', 'gemm'));
const parsed = parseSpanRecording(readFileSync(path, 'utf8'));
if (!parsed.ok) throw new Error(`${parsed.error.field}: ${parsed.error.message}`);
const { logs } = parsed.value;

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

describe.each(logs.map(log => [`${log.variant} ${JSON.stringify(log.build)}`, log] as const))('%s', (_, log) => {
  it('is one of the jobs, and lost no note', () => {
    expect(
      spanJobs().some(
        ({ variant, build }) => variant === log.variant && JSON.stringify(build) === JSON.stringify(log.build),
      ),
    ).toBe(true);
    expect(droppedNotes(log)).toBe(0);
  });

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

/** A product ends before the warp that waits for it has noted this. */
const SEEN_LATE_CLK = 200;
