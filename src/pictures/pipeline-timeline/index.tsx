/**
 * The timeline of a pipeline on the page. A sibling of `picture.tsx`, whose parts it shares: its axis is time, which is
 * zoomed, moved and scrubbed, and what is in sight, pointed at and pinned is the page's.
 */
import { useId, useState } from 'react';
import { useWidth } from '../gestures/use-width.ts';
import { LensCard } from '../lens-card.tsx';
import pictureStyles from '../picture.module.css';
import { Announcement, Caption, TableButton } from '../picture-parts.tsx';
import { SceneCanvas } from '../scene/scene-canvas.tsx';
import { TableView } from '../table-view.tsx';
import styles from './pipeline-timeline.module.css';
import { type MeasuredTimelineProps, type PipelineTimelineProps, useTimeline } from './use-timeline.ts';

export function PipelineTimeline(props: PipelineTimelineProps) {
  const [ref, widthPx] = useWidth();
  return (
    <div ref={ref} className={pictureStyles.picture}>
      {widthPx > 0 && <MeasuredTimeline {...props} widthPx={widthPx} />}
    </div>
  );
}

function MeasuredTimeline(props: MeasuredTimelineProps) {
  const [tableOpen, setTableOpen] = useState(false);
  const timeline = useTimeline(props);
  const { figure, lens } = timeline;
  const size = { width: figure.scene.width, height: figure.scene.height };
  return (
    <figure>
      <Caption figure={figure} hints={[]} />
      <div className={pictureStyles.stage}>
        <TimelineSurface {...timeline} label={props.label} />
        {lens !== null && <LensCard mark={lens} {...size} textScale={props.textScale ?? 1} />}
        <TableButton title={props.label} isOpen={tableOpen} onToggle={() => setTableOpen(!tableOpen)} />
      </div>
      {tableOpen && <TableView caption={`${props.label}: ${figure.detail}`} table={figure.table()} />}
    </figure>
  );
}

/** It handles its own keys, so it must be reachable by them. */
const FOCUSABLE = { tabIndex: 0 };

const KEYS =
  'Arrow keys move from mark to mark, Shift and left or right moves the time, plus and minus zoom, 0 shows all, ' +
  'Enter pins, Escape clears.';

type SurfaceProps = ReturnType<typeof useTimeline> & { readonly label: string };

function TimelineSurface({ label, surface, figure, lens, isCursor, isDragging, handlers }: SurfaceProps) {
  const liveId = useId();
  const spoken = isCursor && lens !== null ? [lens.lens.title, ...lens.lens.lines].join('; ') : '';
  return (
    <>
      <div
        ref={surface}
        className={`${pictureStyles.surface} ${styles.timeline}`}
        role="application"
        {...FOCUSABLE}
        aria-label={`${label}: ${figure.detail}. ${KEYS}`}
        aria-describedby={liveId}
        data-dragging={isDragging || undefined}
        {...handlers}
      >
        <SceneCanvas scene={figure.scene} />
      </div>
      <Announcement id={liveId} text={spoken} />
    </>
  );
}
