/** Times on a slide: of the comparison that the page shows first for exactly these parameters. */
import { listed } from '../../../base/numbers.ts';
import { timeText } from '../../../base/numerals.ts';
import { TIMING_METHODS } from '../../../contract/run-job.ts';
import { type TimedView, timedOf } from '../../../panels/measured-rows.tsx';
import type { SlideFact, SlideSaid, SlideTime } from '../../../pictures/scene/slide-parts.ts';
import { fullest, type Measurement, measuredWith } from '../../../services/recordings/measurement.ts';
import type { RunRecord } from '../../../trace/run-record.ts';
import { timingVerdict } from '../../../trace/timing-verdict.ts';
import type { TimedKernel } from './slide-source.ts';

export interface SlideTimes {
  readonly of: ReadonlyMap<SlideFact['letter'], SlideTime>;
  readonly said: readonly SlideSaid[];
}

/** Methods in the order in which the page prefers them. */
const METHODS = TIMING_METHODS.toSorted((a, b) => Number(b === 'steady') - Number(a === 'steady'));

export function slideTimes(
  { params, variants }: TimedKernel,
  measurements: readonly Measurement[],
  isStale: (record: RunRecord) => boolean,
): SlideTimes {
  const ids = variants.map(({ id }) => id);
  const shown = METHODS.map(method => fullest(measuredWith(measurements, params, method), ids)).find(Boolean) ?? null;
  const records = shown?.records ?? [];
  const timed = variants.map(({ badge, id }) =>
    timedOf({ badge, record: records.find(({ variant }) => variant === id) ?? null }),
  );
  const first = timed.find(each => each !== null);
  return {
    of: new Map(variants.map(({ badge }, i) => [badge, timeOf(timed[i], first, records[0]?.method)])),
    said:
      first === undefined
        ? []
        : [
            saidOf(
              timed.filter(each => each !== null),
              records,
              isStale,
            ),
          ],
  };
}

function timeOf(each: TimedView | null, first: TimedView | undefined, method: RunRecord['method']): SlideTime {
  if (each === null) return { value: null, ratio: '' };
  const value = timeText(each.statistics.median);
  return { value, ratio: first === undefined || first === each ? '' : ratioOf(first, each, method) };
}

/** '1.73× as fast'; nothing where the samples do not tell. */
function ratioOf(first: TimedView, each: TimedView, method: RunRecord['method']): string {
  const verdict = timingVerdict(first.timed, each.timed, method);
  if (verdict.kind === 'cannotTell') return '';
  return verdict.kind === 'same' ? `as fast as ${first.badge}` : `${(1 / verdict.ratio).toFixed(2)}× as fast`;
}

function saidOf(timed: readonly TimedView[], records: readonly RunRecord[], isStale: (record: RunRecord) => boolean) {
  const [{ gpu, method, date }] = records;
  const times = listed(timed.map(({ statistics }) => timeText(statistics.median)));
  const age = records.some(isStale) ? ', sources changed since' : '';
  return { source: 'measured' as const, words: `${times}, ${gpu.name}, ${method}, ${date.slice(0, 10)}${age}` };
}
