/** Online softmax of a small row, block by block: maximum, rescale, sum. */
import { useMemo } from 'react';
import type { SoftmaxStep } from '../../model/attention/online-softmax.ts';
import { DataTable } from '../../panels/kit/data-table.tsx';
import { NumberField } from '../../panels/kit/draft-fields.tsx';
import type { Column } from '../../panels/kit/table-columns.ts';
import { BLOCKS, type NumberedStep, softmaxExample } from './softmax-example.ts';

interface StepsProps {
  readonly step: number;
  readonly onStep: (step: number) => void;
}

export function SoftmaxSteps({ step, onStep }: StepsProps) {
  const steps = useMemo(softmaxExample, []);
  const shown = Math.max(1, Math.min(step, BLOCKS));
  const last = steps[shown - 1];
  return (
    <section className="stack" aria-label="Online softmax">
      <header className="head">
        <h2>Online softmax</h2>
        <small>one row of 16 keys, 4 at a time</small>
      </header>
      <NumberField
        label="Blocks so far"
        value={shown}
        min={1}
        max={BLOCKS}
        step={1}
        slider={{ min: 1, max: BLOCKS, step: 1 }}
        onChange={onStep}
      />
      <DataTable
        caption="Online softmax, block by block"
        columns={COLUMNS}
        rows={steps.slice(0, shown)}
        rowKey={({ number }) => number}
        marks={({ number }) => (number === shown ? ['lit'] : [])}
      />
      <p className="reading">{sentenceOf(last, shown)}</p>
    </section>
  );
}

const figure = (value: number): string => (Number.isFinite(value) ? String(Number(value.toFixed(4))) : '−∞');

function sentenceOf({ before, largest, rescale, sum, output }: SoftmaxStep, blocks: number): string {
  const so = `The row's output so far is ${figure(output)} / ${figure(sum)} = ${figure(output / sum)}.`;
  if (blocks === 1) return `The first block has nothing to scale. ${so}`;
  if (largest === before)
    return `No score is larger than ${figure(before)}: the factor is 1, and nothing changes. ${so}`;
  return `${figure(largest)} is larger than ${figure(before)}: sum and output so far are multiplied by e^(${figure(before)} − ${figure(largest)}) = ${figure(rescale)}. ${so}`;
}

const COLUMNS: readonly Column<NumberedStep>[] = [
  { key: 'block', name: 'Block', cell: ({ number }) => number },
  { key: 'scores', name: 'Scores', isText: true, cell: ({ scores }) => scores.join(', ') },
  { key: 'values', name: 'Values', isText: true, cell: ({ values }) => values.join(', ') },
  { key: 'max', name: 'Largest', cell: ({ largest }) => figure(largest) },
  { key: 'rescale', name: 'Rescale', cell: ({ rescale }) => figure(rescale) },
  { key: 'weights', name: 'Weights', isText: true, cell: ({ weights }) => weights.map(figure).join(', ') },
  { key: 'sum', name: 'Sum', cell: ({ sum }) => figure(sum) },
  { key: 'output', name: 'Output', cell: ({ output }) => figure(output) },
];
