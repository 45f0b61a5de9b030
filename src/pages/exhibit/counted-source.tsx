/** Hardware counters of the variants shown: of the run on screen, or recorded of exactly these parameters. */
import { useQuery } from '@tanstack/react-query';
import { type PredictedCounters, predictedCounters } from '../../kernels/predicted-counters.ts';
import { type CountedView, counterRows, counterSentences, isCountedOtherwise } from '../../panels/counter-rows.tsx';
import css from '../../panels/evidence-panel.module.css';
import { SourceTable } from '../../panels/source-table.tsx';
import type { Measurement } from '../../services/recordings/measurement.ts';
import { fetchRecordedCounters } from '../../services/recordings/recordings.ts';
import { machineWords, provenanceOf } from '../../trace/provenance.ts';
import { sameParams } from '../../trace/run-record.ts';
import { StaleSources } from './measured-elsewhere.tsx';
import type { ExhibitModel } from './use-exhibit.ts';

interface CountedProps {
  readonly model: ExhibitModel;
  /** The comparison on screen. */
  readonly shown: Measurement | null;
}

/** Column of counted numbers; draws nothing if there are none. */
export function CountedSource({ model, shown }: CountedProps) {
  const { kernel, state, stage, exhibit } = model;
  const recorded = useQuery({ queryKey: ['counters', kernel.id], queryFn: () => fetchRecordedCounters(kernel.id) });
  const own = shown?.records.filter(({ counters }) => counters !== undefined) ?? [];
  const { recordings = [], stale = [] } = recorded.data ?? {};
  const recording = recordings.find(({ counts }) => counts.some(({ params }) => sameParams(params, state.params)));
  const countOf = (variant: string) =>
    recording?.counts.find(each => each.variant === variant && sameParams(each.params, state.params));
  const outcomeOf = (variant: string): CountedView['outcome'] => {
    if (own.length > 0) return own.find(record => record.variant === variant)?.counters ?? null;
    const found = countOf(variant);
    return found ? { kind: 'counted', counters: found.counters } : null;
  };
  const isStale = (variant: string): boolean =>
    own.length === 0 && stale.includes(countOf(variant)?.made?.sourceHash ?? '');
  const counted = stage.views.map(({ badge, id, isApart }) => ({
    ...{ badge, id },
    outcome: isApart ? null : outcomeOf(id),
  }));
  const predicted = usePredicted(
    model,
    counted.some(({ outcome }) => outcome?.kind === 'counted'),
  );
  if (counted.every(({ outcome }) => outcome === null)) return null;
  const views = counted.map(view => ({ ...view, predicted: predicted?.get(view.id) ?? null }));
  const machine = own.length > 0 ? { gpu: own[0].gpu.name, date: own[0].date.slice(0, 10) } : recording!.machine;
  const origin = own.length > 0 ? provenanceOf(own[0]) : machineWords(recording!.machine);
  return (
    <SourceTable
      source="measured"
      name="Counted"
      note={`ncu, ${machine.gpu}, ${machine.date}`}
      views={stage.views}
      rows={counterRows(views)}
    >
      <div className={`stack remark ${css.measured}`}>
        {counterSentences(views).map(sentence => (
          <p key={sentence}>{sentence}</p>
        ))}
        <StaleSources badges={counted.flatMap(({ badge, id }) => (isStale(id) ? badge : []))} />
        <details>
          <summary>Where it was counted</summary>
          <p>Under the profiler, in launches of their own: {origin}.</p>
        </details>
        {isCountedOtherwise(views) && exhibit.countedOtherwise && <p>{exhibit.countedOtherwise}</p>}
      </div>
    </SourceTable>
  );
}

/** Most CTAs that are predicted: more would take too long. */
const MOST_CTAS = 1024;
/** The page draws in between. */
const SLICE_MS = 8;

/** Predictions by variant; null until they are there, and for launches of too many CTAs. */
function usePredicted(
  { kernel, state, stage }: ExhibitModel,
  isWanted: boolean,
): ReadonlyMap<string, PredictedCounters> | null {
  const ids = stage.views.filter(({ refusal }) => refusal === null).map(({ id }) => id);
  const { data } = useQuery({
    queryKey: ['predicted counters', kernel.id, state.params, ...ids],
    queryFn: async ({ signal }) => {
      const found = new Map<string, PredictedCounters>();
      for (const variant of ids) {
        const { grid } = kernel.launch(variant, state.params);
        if (grid[0] * grid[1] * grid[2] > MOST_CTAS) continue;
        found.set(variant, await inSlices(predictedCounters({ kernel, variant, params: state.params }), signal));
      }
      return found;
    },
    enabled: isWanted && kernel.tooLarge(state.params) === null,
  });
  return data ?? null;
}

async function inSlices<T>(steps: Generator<void, T>, signal: AbortSignal): Promise<T> {
  let until = performance.now() + SLICE_MS;
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() < until) continue;
    await new Promise(resolve => setTimeout(resolve));
    signal.throwIfAborted();
    until = performance.now() + SLICE_MS;
  }
}
