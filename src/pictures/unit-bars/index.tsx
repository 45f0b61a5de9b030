/** How busy the units of a pipeline are, and what its roles wait for, on the page. */
import { useMemo } from 'react';
import type { RunRecords } from '../../model/pipeline/pipeline-run.ts';
import type { Scenario } from '../../trace/scenario.ts';
import { Picture } from '../picture.tsx';
import type { PictureProps } from '../props.ts';
import { unitBarsFigure } from './figure.ts';
import { type UnitBarsRecords, unitBarsRecords } from './records.ts';

export interface UnitBarsProps
  extends Pick<PictureProps<UnitBarsRecords>, 'theme' | 'source' | 'textScale' | 'strokeScale'> {
  readonly scenario: Scenario;
  readonly run: RunRecords;
}

export function UnitBars({ scenario, run, ...props }: UnitBarsProps) {
  const records = useMemo(() => unitBarsRecords(scenario, run), [scenario, run]);
  return <Picture {...props} records={records} figureOf={unitBarsFigure} />;
}
