/** Where the time of a pipeline goes: its units, what its roles wait for, and what bounds it. */
import { Info } from 'lucide-react';
import { memo } from 'react';
import { VariantBadge } from '../../pictures/badges.tsx';
import type { Theme } from '../../pictures/theme.ts';
import { UnitBars } from '../../pictures/unit-bars/index.tsx';
import { usePictureScale } from '../use-picture-scale.ts';
import { boundWords } from './bound-words.ts';
import type { PipelineSide } from './pipeline-side.ts';
import css from './pipeline-stage.module.css';

interface SideUnitsProps {
  readonly side: PipelineSide;
  readonly isAlone: boolean;
  readonly theme: Theme;
  /** One sentence that says what a change of its numbers would bring; '' if not known. */
  readonly remark: string;
}

/** It does not move with the playhead. */
export const SideUnits = memo(({ side, isAlone, theme, remark }: SideUnitsProps) => {
  const { letter, title, scenario, source, run } = side;
  const words = `${boundWords(run)} ${remark}`.trim();
  return (
    <section className={css.state} aria-label={`Units of ${letter}`}>
      {!isAlone && (
        <h2 className={`row wrap ${css.head}`}>
          <VariantBadge letter={letter} /> {title}
        </h2>
      )}
      <UnitBars {...usePictureScale()} scenario={scenario} run={run} theme={theme} source={source} />
      {words !== '' && (
        <p className="lead prose reading">
          <Info size={16} strokeWidth={1.75} aria-hidden /> {words}
        </p>
      )}
    </section>
  );
});
