/** The measured source's place in the evidence, and the key that runs: a run is asked for without drawing the exhibit anew. */
import { Suspense, useState } from 'react';
import { InView } from '../../panels/in-view.tsx';
import { latePart } from '../../panels/part-boundary.tsx';
import { SourceTable } from '../../panels/source-table.tsx';
import { useHotkeys } from '../../panels/use-hotkeys.ts';
import type { ExhibitModel } from './use-exhibit.ts';

const MeasuredSource = latePart(async () => (await import('./measured-source.tsx')).MeasuredSource);

interface MeasuredPlaceProps {
  readonly model: ExhibitModel;
  /** Whether it is read before it comes into view, for a table above that shows its times. */
  readonly isWanted?: boolean;
}

export function MeasuredPlace({ model, isWanted = false }: MeasuredPlaceProps) {
  const [runsAsked, setRunsAsked] = useState(0);
  useHotkeys({ r: () => setRunsAsked(asked => asked + 1) });
  const unread = <SourceTable source="measured" note="reading …" views={model.stage.views} rows={[]} />;
  return (
    <InView before={unread} isAsked={isWanted || runsAsked > 0}>
      <Suspense fallback={unread}>
        <MeasuredSource model={model} runsAsked={runsAsked} />
      </Suspense>
    </InView>
  );
}
