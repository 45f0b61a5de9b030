import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseRecording } from '../../contract/recording.ts';
import { catalog } from '../../kernels/catalog.ts';
import { measurementsOf } from '../../services/recordings/measurement.ts';
import { overviewOf } from './overview.ts';

function recorded(id: string) {
  const file = join(import.meta.dirname, `../../../public/recordings/nvidia-h200/${id}.json`);
  const recording = parseRecording(readFileSync(file, 'utf8'));
  if (!recording.ok) throw new Error(recording.error.message);
  return { kernel: catalog.get(id)!, listed: measurementsOf([], recording.value.records) };
}

test.each(['transpose', 'gemm', 'reduction', 'histogram'])(
  '%s: up to four sizes, rising, a record behind each bar',
  id => {
    const { kernel, listed } = recorded(id);
    const overview = overviewOf(kernel, listed, [], []);
    expect(overview).not.toBeNull();
    const { bars, records, finding } = overview!;
    expect(bars.groups.length).toBeGreaterThan(0);
    expect(bars.groups.length).toBeLessThanOrEqual(4);
    expect(bars.groups.flatMap(({ rows }) => rows.map(({ name }) => name))).toEqual(
      records.map(({ variant }) => kernel.variants.find(({ id: own }) => own === variant)!.title),
    );
    const works = records.map(({ params }) => kernel.work(params)!.amount);
    expect(works).toEqual(works.toSorted((a, b) => a - b));
    const wrong = kernel.variants.filter(({ mustFail }) => mustFail !== undefined).map(({ id: variant }) => variant);
    expect(records.some(({ variant, method }) => wrong.includes(variant) || method === 'cold')).toBe(false);
    expect(finding).toMatch(/ is \d+\.\d times as fast as /);
  },
);

test('the finding is that of the largest size, and names the baseline where there is one', () => {
  const { kernel, listed } = recorded('transpose');
  expect(overviewOf(kernel, listed, [], [])?.finding).toMatch(/^Vectorized .*\(Rows 4,096, Columns 4,096\)$/);
  expect(overviewOf(kernel, [], [], [])).toBeNull();
});
