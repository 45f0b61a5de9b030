/** What holds at the playhead: ring, barriers, and who waits for what, in words. */
import { Info } from 'lucide-react';
import { useMemo } from 'react';
import { stateAt } from '../../model/pipeline/state-at.ts';
import { waitingSentence } from '../../model/pipeline/waiting-words.ts';
import { VariantBadge } from '../../pictures/badges.tsx';
import type { PipelineHighlight } from '../../pictures/pipeline-records.ts';
import type { Theme } from '../../pictures/theme.ts';
import { count } from '../numbers.ts';
import type { PipelineSide } from './pipeline-side.ts';
import css from './pipeline-stage.module.css';

interface SideStateProps {
  readonly side: PipelineSide;
  readonly isAlone: boolean;
  /** Of its run. */
  readonly clk: number;
  readonly theme: Theme;
  readonly marked: PipelineHighlight;
  readonly onHover: (highlight: PipelineHighlight) => void;
}

export function SideState({ side, isAlone, clk }: SideStateProps) {
  const { letter, scenario, run } = side;
  const state = useMemo(() => stateAt(scenario, run, clk), [scenario, run, clk]);
  return (
    <section className={css.state} aria-label={`State of ${letter} at the playhead`}>
      <h2 className={css.head}>
        {!isAlone && <VariantBadge letter={letter} />} Ring and barriers at cycle {count(Math.round(state.clk))}
        <small>state read at the playhead</small>
      </h2>
      <p className={css.sentence}>
        <Info size={16} strokeWidth={1.75} aria-hidden /> {waitingSentence(state)}
      </p>
    </section>
  );
}
