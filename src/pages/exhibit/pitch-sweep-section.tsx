/** The rail's sweep of one parameter: what each of its values would cost. */
import { useMemo } from 'react';
import { PanelSection } from '../../panels/panel-section.tsx';
import css from '../../panels/rail.module.css';
import { PitchSweep } from '../../pictures/pitch-sweep.tsx';
import type { ExhibitModel } from './use-exhibit.ts';

export function PitchSweepSection({ model }: { model: ExhibitModel }) {
  const { exhibit, state, stage, theme, setParams } = model;
  const { sweep } = exhibit;
  const { params, side } = state;
  const { views } = stage;
  const records = useMemo(() => {
    if (!sweep) return null;
    const variants = views
      .filter(view => view.tile?.swizzle.kind === 'none')
      .map(view => ({ letter: view.badge, pitch: view.tile?.pitchElements ?? 0 }));
    return { points: sweep.points(params, side), variants, unit: sweep.unit };
  }, [sweep, params, side, views]);
  if (!sweep || !records) return null;
  const pick = (pitch: number) => {
    const point = records.points.find(p => p.pitch === pitch);
    if (point) setParams({ [sweep.param]: point.value });
  };
  return (
    <PanelSection title="Pitch sweep">
      <p className={css.note}>
        Wavefronts of a {exhibit.sideNames[state.side].toLowerCase()}, by pitch in {sweep.unit}
      </p>
      <PitchSweep records={records} theme={theme} source="predicted" onPick={pick} />
    </PanelSection>
  );
}
