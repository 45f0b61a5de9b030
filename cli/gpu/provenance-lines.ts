/** Lines that say where the times of a comparison come from, beyond what its title says. */
import { cardWords, hashWords, utcSecond } from '../../src/trace/provenance.ts';
import type { RunRecord } from '../../src/trace/run-record.ts';

/** @param records those of one comparison, at least one. */
export function provenanceLines(records: readonly RunRecord[]): string[] {
  const [{ gpu, flags, date }] = records;
  const shared = flags.filter(flag => records.every(record => record.flags.includes(flag)));
  const builds = records.map(record => {
    const own = record.flags.filter(flag => !shared.includes(flag));
    return `${record.variant} ${[hashWords(record.sourceHash), ...own].join(' ')}`;
  });
  return [
    `${cardWords(gpu)}, ${gpu.arch}, ${utcSecond(date)} UTC; nvcc ${shared.join(' ')}\n`,
    `sources: ${builds.join(', ')}\n`,
  ];
}
