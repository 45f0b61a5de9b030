/** The timeline of a pipeline on the page. */
import { useMemo } from 'react';
import type { Source } from '../trace/span.ts';
import type { PipelineHighlight, PipelineRecords, TimeWindow } from './pipeline-records.ts';
import { pipelineFigure } from './pipeline-timeline.figure.ts';
import { SceneCanvas } from './scene-canvas.tsx';
import type { Theme } from './theme.ts';
import { useWidth } from './use-width.ts';
import { defaultView } from './view.ts';

export interface PipelineTimelineProps {
  readonly records: PipelineRecords;
  readonly theme: Theme;
  readonly source: Source;
  /** What the timeline is of, for those who cannot see it: 'Timeline of A'. */
  readonly label: string;
  /** null = all of the axis. */
  readonly window: TimeWindow | null;
  readonly onWindow: (window: TimeWindow | null) => void;
  /** In clk of the axis, whose 0 is `originClk`; null = none is drawn. */
  readonly playhead: number | null;
  readonly onPlayhead: (clk: number) => void;
  readonly highlight: PipelineHighlight;
  readonly onHover: (highlight: PipelineHighlight) => void;
  readonly selection: PipelineHighlight;
  readonly onSelect: (selection: PipelineHighlight) => void;
  /** Logic-analyser traces of the barriers. */
  readonly traces: boolean;
  /** Lanes of the tensor pipe and the copy engine. */
  readonly units: boolean;
  readonly criticalPath?: boolean;
  readonly textScale?: number;
  readonly strokeScale?: number;
}

export function PipelineTimeline(props: PipelineTimelineProps) {
  const [ref, widthPx] = useWidth();
  const { records, theme, source, window, traces, units, criticalPath = false } = props;
  const scene = useMemo(() => {
    const view = { ...defaultView(theme, source, Math.max(200, widthPx)), window, traces, units, criticalPath };
    return pipelineFigure(records, view).scene;
  }, [records, theme, source, widthPx, window, traces, units, criticalPath]);
  return <div ref={ref}>{widthPx > 0 && <SceneCanvas scene={scene} label={props.label} />}</div>;
}
