/** Records of one comparison, as the sample strip draws them. */
import type { SampleRow, SampleStripRecords } from '../pictures/sample-strip/records.ts';
import { type Ceilings, leastNs } from '../trace/ceilings.ts';
import type { RunOutcome, RunRecord } from '../trace/run-record.ts';
import type { Work } from '../trace/work.ts';
import type { VariantView } from './variant-view.ts';

export const METHOD_NAMES: Readonly<Record<RunRecord['method'], string>> = { cold: 'Cold', steady: 'Steady' };
export const METHOD_WORDS: Readonly<Record<RunRecord['method'], string>> = {
  cold: 'Single launches, L2 flushed before each.',
  steady: 'Many launches in a row: unless operands are small, they have left L2 before they are used again.',
};

export const stripText = (method: RunRecord['method']): string => `${method} launches`;

/** Outcome of one variant as a row shows it; null means that the variant was not part of the comparison. */
export function stripOutcome(outcome: RunOutcome | null): SampleRow['outcome'] {
  if (outcome === null) return { why: '—, not measured', isWrong: false };
  return outcome.kind === 'timed' ? outcome : { why: 'wrong answer, not timed', isWrong: true };
}

/** Least time of the work by the ceiling measured on that GPU, else by its data sheet; null where neither is known. */
export function boundOf(work: Work | null, { measured, dataSheet }: Ceilings): SampleStripRecords['bound'] {
  const ceiling = measured ?? dataSheet;
  if (work === null || ceiling === null) return null;
  return { ns: leastNs(work, ceiling), name: measured === null ? 'data sheet' : 'measured ceiling' };
}

export const stripRows = (
  views: readonly Pick<VariantView, 'badge' | 'id' | 'title'>[],
  outcomeOf: (variant: string) => SampleRow['outcome'],
): SampleRow[] => views.map(({ badge, id, title }) => ({ letter: badge, name: title, outcome: outcomeOf(id) }));
