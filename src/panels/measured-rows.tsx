/** Rows of the measured source: what follows from the samples of one comparison. */

import { count, MISSING, rateWords } from '../base/numbers.ts';
import { type Ceiling, type Ceilings, shareOf } from '../trace/ceilings.ts';
import { provenanceOf } from '../trace/provenance.ts';
import type { RunOutcome, RunRecord } from '../trace/run-record.ts';
import { type SampleStatistics, sampleStatistics } from '../trace/sample-statistics.ts';
import { rateOf, type Work } from '../trace/work.ts';
import type { EvidenceRow } from './evidence-rows.tsx';
import type { VariantView } from './variant-view.ts';

type Timed = Extract<RunOutcome, { kind: 'timed' }>;

/** One of the variants shown, with its record of the comparison; null where it was not part of it. */
export interface MeasuredVariant {
  readonly badge: VariantView['badge'];
  readonly record: RunRecord | null;
}

export interface TimedView {
  readonly badge: VariantView['badge'];
  readonly timed: Timed;
  readonly statistics: SampleStatistics;
  /** Where and when it was measured, for the tooltip of each number. */
  readonly provenance: string;
}

/** null where there is no time. */
export function timedOf({ badge, record }: MeasuredVariant): TimedView | null {
  if (record?.outcome.kind !== 'timed') return null;
  const { outcome: timed } = record;
  return { badge, timed, statistics: sampleStatistics(timed.samplesNs), provenance: provenanceOf(record) };
}

/** Most digits to which a time is known. */
const fourDigits = new Intl.NumberFormat('en-US', { minimumSignificantDigits: 4, maximumSignificantDigits: 4 });

/** `work`: of one launch; null where a kernel moves or computes nothing to speak of. `ceilings`: of the GPU that ran, for that work. */
export function measuredRows(
  variants: readonly MeasuredVariant[],
  work: Work | null,
  ceilings: Ceilings = NO_CEILINGS,
): EvidenceRow[] {
  const timed = variants.map(timedOf);
  const baseline = timed.find(each => each !== null);
  const valuesOf = (text: (each: TimedView) => string) =>
    timed.map(each => (each === null ? MISSING : <Told key={each.badge} text={text(each)} by={each.provenance} />));
  const medians = valuesOf(each => fourDigits.format(medianOf(each) / 1000));
  const rows: EvidenceRow[] = [
    {
      name: 'Time, median',
      note: 'µs',
      key: true,
      values: medians.map((median, i) => (isWrong(variants[i]) ? WRONG : median)),
    },
    {
      name: 'Spread, IQR',
      isDetail: true,
      values: valuesOf(each => `${(100 * each.statistics.relativeIqr).toFixed(2)} %`),
    },
    { name: 'Samples', isDetail: true, values: valuesOf(each => count(each.statistics.count)) },
  ];
  if (work !== null) rows.push(...rateRows(timed, work, ceilings));
  if (baseline !== undefined && variants.length > 1)
    rows.push({ name: `× time of ${baseline.badge}`, values: valuesOf(each => ratioText(baseline, each)) });
  return rows;
}

const NO_CEILINGS: Ceilings = { measured: null, dataSheet: null };

const LIMITS = { measured: '% of the measured ceiling', dataSheet: '% of the data sheet' };

/** The rate, and its share of each ceiling that is known: both are named, since they differ by a tenth and more. */
function rateRows(timed: readonly (TimedView | null)[], work: Work, ceilings: Ceilings): EvidenceRow[] {
  const valuesOf = (text: (each: TimedView) => string, by: (each: TimedView) => string) =>
    timed.map(each => (each === null ? MISSING : <Told key={each.badge} text={text(each)} by={by(each)} />));
  const known = [ceilings.measured, ceilings.dataSheet].filter(ceiling => ceiling !== null);
  const share = (each: TimedView, ceiling: Ceiling) => 100 * shareOf(rateOf(work, medianOf(each)), ceiling);
  return [
    {
      name: RATES[work.kind],
      isDetail: true,
      values: valuesOf(
        each => rateText(work, each),
        each => each.provenance,
      ),
    },
    ...known.map(ceiling => ({
      name: LIMITS[ceiling.source],
      isDetail: ceiling !== known[0],
      values: valuesOf(
        each => `${share(each, ceiling).toFixed(1)} %`,
        () => ceilingWords(ceiling, work.kind),
      ),
    })),
  ];
}

/** 'copy in device memory, measured 2026-11-20: 4,123 GB/s'. */
export const ceilingWords = ({ title, perSecond }: Ceiling, kind: Work['kind']): string =>
  `${title}: ${rateWords(kind, perSecond)}`;

const Told = ({ text, by }: { readonly text: string; readonly by: string }) => <span title={by}>{text}</span>;

const RATES = { bytes: 'Useful bytes, GB/s', flops: 'TFLOPS' };

const medianOf = ({ statistics }: TimedView): number => statistics.median;

const rateText = (work: Work, each: TimedView): string =>
  fourDigits.format(rateOf(work, medianOf(each)) / (work.kind === 'bytes' ? 1e9 : 1e12));

const ratioText = (baseline: TimedView, each: TimedView): string =>
  each === baseline ? '1' : (medianOf(each) / medianOf(baseline)).toFixed(3);

const isWrong = ({ record }: MeasuredVariant): boolean => record?.outcome.kind === 'wrong';

const WRONG = <span className="bad">wrong</span>;
