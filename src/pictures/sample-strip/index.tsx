/** Every sample on the page. A drag along the axis, or the two sliders on it, choose a range with a median of its own. */
import { useState } from 'react';
import { Picture } from '../picture.tsx';
import type { PictureProps } from '../props.ts';
import { SampleBrush } from './brush.tsx';
import { sampleStripFigure } from './figure.ts';
import type { SampleStripRecords, TimeRange } from './records.ts';

interface SampleStripProps
  extends Pick<PictureProps<SampleStripRecords>, 'theme' | 'source' | 'textScale' | 'strokeScale'> {
  readonly records: Omit<SampleStripRecords, 'range'>;
}

/** Its cells are samples and no elements, so it keeps highlight and pin to itself. */
export function SampleStrip({ records, ...props }: SampleStripProps) {
  const [range, setRange] = useState<TimeRange | null>(null);
  const [selection, select] = useState<PictureProps<SampleStripRecords>['selection']>(null);
  const ranged = { ...records, range };
  return (
    <Picture
      {...props}
      records={ranged}
      figureOf={sampleStripFigure}
      selection={selection ?? null}
      onSelect={select}
      controls={view => <SampleBrush records={ranged} view={view} onRange={setRange} />}
    />
  );
}
