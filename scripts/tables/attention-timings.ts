/** The times of the attention ladder beside its rivals: TFLOPS as FlashAttention counts, and the share of the peak at the clock of the run. */
import { kernel } from '../../src/kernels/attention/index.ts';
import { type AttentionParams, schema } from '../../src/kernels/attention/params.ts';
import { type BaselineRecording, baselineWords } from '../../src/trace/baseline-record.ts';
import type { RunOutcome } from '../../src/trace/run-record.ts';
import { sampleStatistics } from '../../src/trace/sample-statistics.ts';
import { tableOf } from './written-table.ts';

/** Of dense products of an SM of sm_90, and the version whose share of them is told. */
const PEAKS = {
  bf16: { title: 'bf16', flopPerClk: 4096, ours: 'a7-seamless' },
  f16: { title: 'f16', flopPerClk: 4096, ours: 'a7-seamless' },
  e4m3: { title: 'e4m3, others bf16', flopPerClk: 8192, ours: 'a7-fp8' },
} as const;
const ELEMENT_TYPES = Object.keys(PEAKS) as (keyof typeof PEAKS)[];
const ORDER = ['sdpa-cudnn', 'sdpa-flash', 'flex', 'sdpa-math', 'flash-attention-3'];
const SHORT: Readonly<Record<string, string>> = {
  flex: 'Flex',
  'flash-attention-3': 'FA3',
  'a7-multicast': 'a7, clusters',
  'a7-fp8': 'a7, FP8',
};

interface Timed {
  readonly name: string;
  readonly tflops: number;
  readonly mhz: number;
}

interface Row {
  readonly params: AttentionParams;
  readonly smCount: number;
  readonly timed: readonly Timed[];
}

/** A table for each element type and mask: a row for each problem, a column for each that took turns. */
export function attentionLines(recording: BaselineRecording): string[] {
  const rows = rowsOf(recording);
  const tables = ELEMENT_TYPES.flatMap(elementType =>
    (['none', 'causal'] as const).flatMap(causal => {
      const own = rows.filter(({ params }) => params.elementType === elementType && params.causal === causal);
      return own.length === 0
        ? []
        : tableLines(own, `${PEAKS[elementType].title}, ${causal === 'none' ? 'not causal' : 'causal'}`);
    }),
  );
  const [{ gpu, driver, date }] = recording.baselines;
  const releases = [...new Set(recording.baselines.map(baselineWords))];
  const how = `${gpu.name}, driver ${driver}, ${date.slice(0, 10)}; steady medians of turns in one process, TFLOPS`;
  return [...tables, `${how}. ${releases.join('; ')}.`];
}

function rowsOf({ records, baselines }: BaselineRecording): Row[] {
  const all = [...records, ...baselines].map(each => ({
    ...each,
    name: 'variant' in each ? each.variant : each.baseline,
  }));
  const comparisons = [...new Set(all.map(({ comparison }) => comparison))];
  return comparisons
    .map(id => all.filter(({ comparison }) => comparison === id))
    .map(some => {
      const params = schema.parse(some[0].params);
      const flop = kernel.work(params)!.amount;
      const timed = some.flatMap(({ name, outcome }) => timedOf(name, outcome, flop));
      return { params, smCount: some[0].gpu.smCount, timed };
    })
    .sort((a, b) => a.params.headDim - b.params.headDim || a.params.queries - b.params.queries);
}

function timedOf(name: string, outcome: RunOutcome, flop: number): Timed[] {
  if (outcome.kind !== 'timed') return [];
  const ns = sampleStatistics(outcome.samplesNs).median;
  return [{ name, tflops: flop / ns / 1000, mhz: sampleStatistics(outcome.samplesMhz).median }];
}

function tableLines(rows: readonly Row[], title: string): string[] {
  const names = [...new Set(rows.flatMap(({ timed }) => timed.map(({ name }) => name)))].sort(
    (a, b) => ORDER.indexOf(a) - ORDER.indexOf(b),
  );
  const head = [title, 'heads of', ...names.map(titleOf), 'MHz', 'of the peak', 'to cuDNN'];
  const cells = rows.map(({ params, smCount, timed }) => {
    const of = (name: string) => timed.find(each => each.name === name);
    const { ours: version, flopPerClk } = PEAKS[params.elementType];
    const ours = of(version);
    const cudnn = of('sdpa-cudnn');
    const peak = ours && (smCount * flopPerClk * ours.mhz) / 1e6;
    return [
      ...[params.queries.toLocaleString('en-US'), String(params.headDim)],
      ...names.map(name => of(name)?.tflops.toFixed(0) ?? '—'),
      ...[ours?.mhz.toFixed(0) ?? '—', ours && peak ? percent(ours.tflops / peak) : '—'],
      ours && cudnn ? `${(ours.tflops / cudnn.tflops).toFixed(2)} ×` : '—',
    ];
  });
  return [...tableOf(head, 0, cells), ''];
}

/** 'a7', 'cudnn'. */
const titleOf = (name: string): string => SHORT[name] ?? name.replace(/^sdpa-/, '').replace(/^(a\d)-.*/, '$1');

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;
