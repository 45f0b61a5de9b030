/** The measured source's place in the evidence, and the key that runs: a run is asked for without drawing the exhibit anew. */
import { Suspense, useState } from 'react';
import css from '../../panels/evidence-panel.module.css';
import { InView } from '../../panels/in-view.tsx';
import { latePart } from '../../panels/part-boundary.tsx';
import { useHotkeys } from '../../panels/use-hotkeys.ts';
import type { ExhibitModel } from './use-exhibit.ts';

const MeasuredSource = latePart(async () => (await import('./measured-source.tsx')).MeasuredSource);

/** Named as what comes instead, and so high that at the end of the panel enough of it is in view. */
const UNREAD = (
  <table className={`caption ${css.unread}`}>
    <caption>Measured</caption>
    <tbody>
      <tr>
        <td>reading …</td>
      </tr>
    </tbody>
  </table>
);

/** Enough of it to be read: on a low window it is fetched once it is scrolled to. */
const FAIR_PART_PX = 240;

interface MeasuredPlaceProps {
  readonly model: ExhibitModel;
  /** Whether it is read before it comes into view, for a table above that shows its times. */
  readonly isWanted?: boolean;
}

export function MeasuredPlace({ model, isWanted = false }: MeasuredPlaceProps) {
  const [runsAsked, setRunsAsked] = useState(0);
  useHotkeys({ r: () => setRunsAsked(asked => asked + 1) });
  return (
    <InView before={UNREAD} isAsked={isWanted || runsAsked > 0} atLeastPx={FAIR_PART_PX}>
      <Suspense fallback={UNREAD}>
        <MeasuredSource model={model} runsAsked={runsAsked} />
      </Suspense>
    </InView>
  );
}
