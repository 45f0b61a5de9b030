/** Recorded spans of a GPU for a preset's pipeline: of the same tile, stages and steps, or none. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { count } from '../../../base/numbers.ts';
import type { SpanRecording } from '../../../contract/span-recording.ts';
import { loggedRings, tileKeys, tileQueries } from '../../../kernels/attention/build.ts';
import type { AttentionVariant } from '../../../kernels/attention/variants.ts';
import { type CompiledVersion, isOfGemm } from '../../../kernels/counterparts.ts';
import { TILE_K } from '../../../kernels/gemm/build.ts';
import type { PresetValues } from '../../../model/pipeline/presets/preset.ts';
import type { MeasuredPipeline } from '../../../panels/pipeline/pipeline-side.ts';
import { type FreshAndStale, fetchRecordedSpans } from '../../../services/recordings/recordings.ts';
import { measuredSpans } from '../../../trace/measured-spans.ts';
import { hashWords, machineWords } from '../../../trace/provenance.ts';
import { droppedNotes, overheadRatio, type SpanLog } from '../../../trace/span-log.ts';
import type { Changes } from '../../links/pipeline-variant.ts';
import { presetOf } from '../../links/pipeline-variant.ts';

/** `preset`: null where the pipeline is none of a kernel that was recorded. */
export function useMeasuredSpans(preset: CompiledVersion | null, changes: Changes): MeasuredPipeline | null {
  const kernel = preset === null || isOfGemm(preset) ? 'gemm' : 'attention';
  const { data } = useQuery({
    queryKey: ['span recordings', kernel],
    queryFn: () => fetchRecordedSpans(kernel),
    enabled: preset !== null,
  });
  return useMemo(
    () => (preset === null ? null : measuredPipeline(data ?? NOTHING, preset, { ...defaultsOf(preset), ...changes })),
    [data, preset, changes],
  );
}

const NOTHING: FreshAndStale<SpanRecording> = { recordings: [], stale: [] };

const defaultsOf = (preset: string): PresetValues =>
  Object.fromEntries(presetOf(preset).fields.map(field => [field.name, field.default]));

/** The first recording that has a log of exactly this pipeline; of its logs the one with the smallest cluster. */
export function measuredPipeline(
  { recordings, stale }: FreshAndStale<SpanRecording>,
  preset: string,
  values: PresetValues,
): MeasuredPipeline | null {
  for (const { machine, logs } of recordings) {
    const fitting = logs.filter(log => isOf(log, preset, values)).sort((a, b) => clusterOf(a) - clusterOf(b));
    if (fitting.length === 0) continue;
    const [log] = fitting;
    const isStale = log.made !== undefined && stale.includes(log.made.sourceHash);
    const rings =
      log.kernel === 'attention'
        ? loggedRings(log.variant as AttentionVariant, { headDim: log.build.headDim as 64 | 128 | 256 })
        : null;
    const notes = [...notesOf(machine, log), ...(isStale ? [STALE] : [])];
    return { spans: measuredSpans(log.ctas[0], rings), slowdown: overheadRatio(log), notes };
  }
  return null;
}

/** CTAs of it. */
const clusterOf = ({ build: { clusterM = 1, clusterN = 1 } }: SpanLog): number => clusterM * clusterN;

const isOf = (log: SpanLog, preset: string, values: PresetValues): boolean =>
  log.variant === preset && (log.kernel === 'attention' ? isOfAttention(log, values) : isOfTile(log, values));

function isOfAttention({ variant, build, size }: SpanLog, { headDim, blocks, tiles = 1 }: PresetValues): boolean {
  const p = { headDim: headDim as 64 | 128 | 256 };
  const version = variant as AttentionVariant;
  return (
    build.headDim === headDim &&
    size.keys === Number(blocks) * tileKeys(version, p) &&
    size.queries === Number(tiles) * tileQueries(version, p)
  );
}

function isOfTile({ build, size }: SpanLog, values: PresetValues): boolean {
  const { tileM, tileN, tileK, stages, steps, tiles = 1 } = values;
  const { clusterM, clusterN } = build;
  return (
    tileK === TILE_K &&
    build.tileM === tileM &&
    build.tileN === tileN &&
    build.stages === stages &&
    size.k === Number(steps) * TILE_K &&
    size.m === Number(tileM) * clusterM &&
    size.n === Number(tileN) * clusterN * Number(tiles)
  );
}

const STALE = 'Its sources have changed since, so today’s kernel may take other times.';

function notesOf(machine: SpanRecording['machine'], log: SpanLog): string[] {
  const { plainNs, stampedNs, size, made } = log;
  const dropped = droppedNotes(log);
  return [
    `${machineWords(machine)}${made ? `, sources ${hashWords(made.sourceHash)}` : ''}: ${sizeWords(size)}, operands in the L2 cache, nothing else on the GPU.`,
    `A separate build records the times: it takes ${count(stampedNs)} ns where the plain one takes ${count(plainNs)} ns (× ${overheadRatio(log).toFixed(2)}), including the start of the launch.`,
    ...(dropped > 0 ? [`${dropped} notes are missing, since there was no room for them.`] : []),
    'A copy is drawn until the first consumer uses its bytes; it may have landed earlier.',
    ...(log.kernel === 'attention' ? [WORK] : []),
  ];
}

const WORK =
  'A product is drawn from when it was asked for until its warp saw that it was done. Between its notes a warp is drawn at work; a wait for its turn is in there.';

const sizeWords = ({ m, n, k, queries, keys }: SpanLog['size']): string =>
  queries === undefined ? `${m} × ${n} × ${k}` : `${queries} queries × ${keys} keys`;
