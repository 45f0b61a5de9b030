/** Everything that a run's numbers depend on, variant by variant (rule T12). */

import { count, MISSING } from '../../base/numbers.ts';
import type { Kernel } from '../../kernels/kernel.ts';
import { FactList } from '../../panels/kit/fact-list.tsx';
import type { Measurement } from '../../services/recordings/measurement.ts';
import { cardWords, hashWords, utcSecond } from '../../trace/provenance.ts';
import type { RunRecord } from '../../trace/run-record.ts';
import { sampleStatistics } from '../../trace/sample-statistics.ts';
import css from './comparison-view.module.css';
import { variantTitle } from './run-names.ts';

interface ProvenanceTableProps {
  readonly kernel: Kernel;
  readonly open: readonly Measurement[];
}

export const ProvenanceTable = ({ kernel, open }: ProvenanceTableProps) => (
  <div className={`stack remark ${css.provenance}`}>
    {open.map(({ id, records }) => (
      <details key={id} open={open.length === 1}>
        <summary>
          Provenance of {utcSecond(records[0].date)} UTC, {records[0].gpu.name}
        </summary>
        <FactList facts={factsOf(kernel, records).map(([name, value]) => ({ name, value }))} />
      </details>
    ))}
  </div>
);

function factsOf(kernel: Kernel, records: readonly RunRecord[]): [name: string, value: string][] {
  const [{ gpu, driver, nvcc, method, params, date }] = records;
  return [
    ['GPU', `${gpu.name}, ${gpu.arch}, ${cardWords(gpu)}`],
    ['Driver', driver || MISSING],
    ['nvcc', nvcc],
    ['Method', method],
    ['End', date],
    [
      'Parameters',
      Object.entries(params)
        .map(([name, value]) => `${name}=${value}`)
        .join(' '),
    ],
    ...records.map((record): [string, string] => [variantTitle(kernel, record.variant), variantFacts(record)]),
  ];
}

function variantFacts({ outcome, sourceHash, flags }: RunRecord): string {
  const built = `sources ${hashWords(sourceHash)}, ${flags.join(' ')}`;
  if (outcome.kind === 'wrong')
    return `${count(outcome.wrong)} elements of ${outcome.buffer} wrong, the first is ${outcome.firstIndex}; ${built}`;
  const { samplesMhz, stop, launchesPerSample, workspaces, discarded, eventOverheadNs, samplesNs } = outcome;
  return [
    `${count(samplesNs.length)} samples, stopped at ${STOP_WORDS[stop]}`,
    `${count(launchesPerSample)} launches a sample over ${count(workspaces)} workspaces`,
    `${count(discarded)} discarded`,
    `SM clock ${sampleStatistics(samplesMhz).median.toFixed(0)} MHz`,
    `${eventOverheadNs.toFixed(0)} ns between two events`,
    built,
  ].join('; ');
}

const STOP_WORDS = {
  converged: 'little noise',
  plateau: 'noise that no longer falls',
  timeout: 'the time given',
  tooFew: 'too few samples',
} as const;
