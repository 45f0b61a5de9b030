/** State at the playhead in words: ring, barriers, and what each role waits for. */
import { Info } from 'lucide-react';
import { useMemo } from 'react';
import { stateAt } from '../../model/pipeline/state-at.ts';
import { waitingSentence } from '../../model/pipeline/waiting-words.ts';
import { VariantBadge } from '../../pictures/badges.tsx';
import type { PipelineHighlight } from '../../pictures/pipeline/records.ts';
import { stepName } from '../../pictures/pipeline/steps.ts';
import { Ring } from '../../pictures/ring/index.tsx';
import type { Theme } from '../../pictures/theme.ts';
import { usePictureScale } from '../use-picture-scale.ts';
import type { PipelineSide } from './pipeline-side.ts';
import css from './pipeline-stage.module.css';
import { StateTable } from './state-table.tsx';

interface SideStateProps {
  readonly side: PipelineSide;
  readonly isAlone: boolean;
  /** Time in clk of its run. */
  readonly clk: number;
  readonly theme: Theme;
  readonly highlight: PipelineHighlight;
  readonly onHover: (highlight: PipelineHighlight) => void;
}

export function SideState({ side, isAlone, clk, theme, highlight, onHover }: SideStateProps) {
  const { letter, title, scenario, source, run } = side;
  const state = useMemo(() => stateAt(scenario, run, clk), [scenario, run, clk]);
  const scale = usePictureScale();
  const hasRings = scenario.buffers.length > 0;
  const shared = { scenario, state, highlight, onHover };
  return (
    <section className={css.state} aria-label={`State of ${letter} at the playhead`}>
      {!isAlone && (
        <h2 className={`row wrap ${css.head}`}>
          <VariantBadge letter={letter} /> {title}
        </h2>
      )}
      <div className={css.ringAndTable} data-rings={Math.min(3, scenario.buffers.length)}>
        {hasRings && <Ring {...shared} {...scale} run={run} theme={theme} source={source} />}
        <div className="stack">
          {hasRings && <StateTable {...shared} />}
          <p className="lead prose reading">
            <Info size={16} strokeWidth={1.75} aria-hidden />{' '}
            {waitingSentence(state, (buffer, index) => stepName(scenario, buffer, index))}
          </p>
        </div>
      </div>
    </section>
  );
}
