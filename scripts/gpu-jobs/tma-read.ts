/**
 * Turns the output of `cuda/replay/tma-dump.cu`, `tma.out` and `tma.bytes`, into the evidence that a test compares with
 * the model, and prints the differences.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeEvidence } from '../replay/evidence.ts';
import { tmaAnswers, tmaCases } from '../replay/tma/job.ts';
import { firstDifference, outcomeOf, predictedAnswer, tableOf } from '../replay/tma/outcome.ts';

export function run(folder: string, gpu: string, driver: string, toolkit: string, date: string): void {
  const cases = tmaCases();
  const data = new Uint8Array(readFileSync(join(folder, 'tma.bytes')));
  const answers = tmaAnswers(cases, readFileSync(join(folder, 'tma.out'), 'utf8'), data);

  const outcomes = Object.fromEntries(cases.map(({ id }, i) => [id, outcomeOf(answers[i])]));
  const tables = Object.fromEntries(
    cases.flatMap(({ id, isShown }, i) => {
      const { bytes } = answers[i];
      return isShown && bytes !== null ? [[id, tableOf(bytes)]] : [];
    }),
  );
  const method = 'boxes copied to shared memory, the origin of each byte told by three tensors, nvcc -arch=sm_90a';
  writeEvidence('tma.json', { gpu, driver, toolkit, date }, method, { outcomes, tables });

  for (const [i, one] of cases.entries()) {
    const difference = firstDifference(predictedAnswer(one), answers[i]);
    if (difference !== null) process.stdout.write(`${one.id}: ${difference}\n`);
  }
}
