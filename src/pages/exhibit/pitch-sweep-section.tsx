/** The rail's sweep of one parameter: what each of its values would cost. */
import { Suspense, useMemo } from 'react';
import { InView } from '../../panels/in-view.tsx';
import { PanelSection } from '../../panels/panel-section.tsx';
import { latePart } from '../../panels/part-boundary.tsx';
import css from './pitch-sweep-section.module.css';
import type { ExhibitModel } from './use-exhibit.ts';

const PitchSweep = latePart(async () => (await import('../../pictures/pitch-sweep/index.tsx')).PitchSweep);

export function PitchSweepSection({ model }: { model: ExhibitModel }) {
  const { exhibit, state, theme, setParams } = model;
  const records = useRecords(model);
  if (!records) return null;
  const pick = (pitch: number) => {
    const point = records.points.find(p => p.pitch === pitch);
    if (point) setParams({ [records.param]: point.value });
  };
  return (
    <PanelSection title="Pitch sweep">
      <p className="caption">
        Wavefronts of a {exhibit.sideNames[state.side].toLowerCase()}, by pitch in {records.unit}
      </p>
      <div className={css.bars}>
        <InView before={null} isOnTheWay>
          <Suspense>
            <PitchSweep records={records} theme={theme} source="predicted" onPick={pick} />
          </Suspense>
        </InView>
      </div>
    </PanelSection>
  );
}

/** Null where the exhibit has no sweep. */
function useRecords({ exhibit: { sweep }, state: { params, side }, stage: { views } }: ExhibitModel) {
  // The emulator's answers change no point.
  const points = useMemo(() => sweep?.points(params, side), [sweep, params, side]);
  return useMemo(() => {
    if (!sweep || !points) return null;
    const variants = views
      .filter(view => view.tile?.swizzle.kind === 'none')
      .map(view => ({ letter: view.badge, pitch: view.tile?.pitchElements ?? 0 }));
    return { points, variants, unit: sweep.unit, param: sweep.param };
  }, [sweep, points, views]);
}
