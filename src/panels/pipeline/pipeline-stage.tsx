/** Up to four pipelines above each other on one time axis, and under each what holds at the playhead. */
import { useMemo } from 'react';
import type { OtherSource, PipelineHighlight, PipelineRecords } from '../../pictures/pipeline/records.ts';
import { PipelineTimeline } from '../../pictures/pipeline-timeline/index.tsx';
import type { Theme } from '../../pictures/theme.ts';
import { sameOrder } from '../../trace/span-order.ts';
import { usePictureScale } from '../use-picture-scale.ts';
import { axisOf, type PipelineAxis } from './pipeline-axis.ts';
import { type PipelineSide, spansUnder, type UnderSource } from './pipeline-side.ts';
import css from './pipeline-stage.module.css';
import { SideHead } from './side-head.tsx';
import { SideState } from './side-state.tsx';
import { SideUnits } from './side-units.tsx';
import { highlightIn, type SideHighlight, type StageView } from './stage-view.ts';

/** Parts of a pipeline that are drawn. */
export interface StageParts {
  /** Logic-analyser traces of the barriers. */
  readonly traces: boolean;
  /** Lanes of the tensor pipe and the copy engine. */
  readonly units: boolean;
  readonly criticalPath: boolean;
  /** What each softmax runs under, as a bracket. */
  readonly brackets?: boolean;
  /** Sources whose spans lie under the predicted ones, if they have any. */
  readonly under: readonly UnderSource[];
}

interface PipelineStageProps {
  readonly sides: readonly PipelineSide[];
  readonly theme: Theme;
  readonly view: StageView;
  readonly parts: StageParts;
  /** Id of the marker that lies at 0 in all sides; null = the start. */
  readonly align?: string | null;
  /** The timelines alone. */
  readonly compact?: boolean;
  /** One sentence that says what a change of a side's numbers would bring; '' if not known. */
  readonly remarkOn?: (side: PipelineSide) => string;
}

export function PipelineStage(props: PipelineStageProps) {
  const { sides, theme, view, parts, align = null, compact = false } = props;
  const axis = useMemo(() => axisOf(sides, align, parts.under), [sides, align, parts.under]);
  return (
    <div className={css.stage}>
      {sides.map((side, i) => (
        <section key={side.letter} className={css.side} aria-label={`${side.letter}: ${side.title}`}>
          <SideHead side={side} isAlone={sides.length === 1} />
          <SideTimeline side={side} sides={sides} axis={axis} at={i} theme={theme} view={view} parts={parts} />
        </section>
      ))}
      {!compact && <SideDetails {...props} axis={axis} />}
    </div>
  );
}

/** Below the timelines: what holds at the playhead, then where the time goes. */
const SideDetails = ({ sides, theme, view, axis, remarkOn }: PipelineStageProps & { readonly axis: PipelineAxis }) => (
  <>
    {sides.map((side, i) => (
      <SideState
        key={side.letter}
        side={side}
        isAlone={sides.length === 1}
        clk={view.playhead + axis.origins[i]}
        theme={theme}
        highlight={highlightIn(side.letter, view.hovered ?? view.pinned)}
        onHover={highlight => view.onHover(highlight && { letter: side.letter, highlight })}
      />
    ))}
    {sides.map(side => (
      <SideUnits
        key={side.letter}
        side={side}
        isAlone={sides.length === 1}
        theme={theme}
        remark={remarkOn?.(side) ?? ''}
      />
    ))}
  </>
);

interface SideTimelineProps extends Pick<PipelineStageProps, 'sides' | 'theme' | 'view' | 'parts'> {
  readonly side: PipelineSide;
  readonly axis: PipelineAxis;
  readonly at: number;
}

function SideTimeline({ side, sides, axis, at, theme, view, parts }: SideTimelineProps) {
  const { letter } = side;
  const records = useMemo(() => recordsOf(side, sides, axis, at, parts.under), [side, sides, axis, at, parts.under]);
  const mark = (highlight: PipelineHighlight): SideHighlight => highlight && { letter, highlight };
  const { traces, units, criticalPath, brackets = false } = parts;
  return (
    <PipelineTimeline
      {...usePictureScale()}
      {...{ records, theme, traces, units, criticalPath, brackets }}
      source={side.source}
      label={`Timeline of ${letter}: ${side.title}`}
      window={view.window ?? axis.opening}
      onWindow={view.onWindow}
      playhead={view.playhead}
      onPlayhead={view.onPlayhead}
      highlight={highlightIn(letter, view.hovered)}
      onHover={highlight => view.onHover(mark(highlight))}
      selection={highlightIn(letter, view.pinned)}
      onSelect={highlight => view.onPin(mark(highlight))}
    />
  );
}

/** Records of one side's timeline. */
export function recordsOf(
  side: PipelineSide,
  sides: readonly PipelineSide[],
  { scaleClk, origins }: PipelineAxis,
  at: number,
  under: StageParts['under'],
): PipelineRecords {
  return {
    scenario: side.scenario,
    run: side.run,
    under: under.flatMap(source => otherOf(side, source) ?? []),
    ghostClk: at === 0 ? null : sides[0].run.totalClk - origins[0],
    scaleClk,
    originClk: origins[at],
  };
}

function otherOf(side: PipelineSide, source: UnderSource): OtherSource | null {
  const spans = spansUnder(side, source);
  if (spans === null) return null;
  const { run, emulated } = side;
  // A GPU's times are others than the model's: only the order of its work can agree.
  const agrees =
    source === 'measured' ? sameOrder(run.spans, spans) : emulated.state === 'done' && emulated.difference === null;
  return { source, spans, agrees };
}
