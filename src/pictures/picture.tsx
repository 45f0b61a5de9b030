/**
 * The frame of every picture: caption with source, canvas, lens, keyboard, table. What is drawn and what a point means
 * comes from the figure; what is highlighted or pinned comes from outside, so that all pictures show the same fact.
 */
import { type ReactNode, useId, useState } from 'react';
import type { HandleUses } from './gestures/use-handles.ts';
import { type FigureProps, type SizedFigureProps, useInteraction } from './gestures/use-interaction.ts';
import { useWidth } from './gestures/use-width.ts';
import { LensCard } from './lens-card.tsx';
import styles from './picture.module.css';
import { Announcement, Caption, Grips, TableButton } from './picture-parts.tsx';
import { SceneCanvas } from './scene/scene-canvas.tsx';
import type { TableView } from './table-view.tsx';

export function Picture<Records>(props: FigureProps<Records>) {
  const [ref, widthPx] = useWidth();
  return (
    <div ref={ref} className={styles.picture}>
      {widthPx > 0 && <MeasuredPicture {...props} widthPx={widthPx} />}
    </div>
  );
}

function MeasuredPicture<Records>(props: SizedFigureProps<Records>) {
  // Fetched when it is asked for: null is a table that is closed.
  const [Table, setTable] = useState<typeof TableView | null>(null);
  const open = async () => {
    const { TableView } = await import('./table-view.tsx');
    setTable(() => TableView);
  };
  const interaction = useInteraction(props);
  const { figure, lens, hints } = interaction;
  const size = { width: figure.scene.width, height: figure.scene.height };
  return (
    <figure>
      <Caption figure={figure} hints={hints} />
      <div className={styles.stage}>
        <Surface {...interaction} uses={props.handles ?? {}} controls={props.controls?.(interaction.view)} />
        {lens !== null && <LensCard mark={lens} {...size} textScale={props.textScale ?? 1} />}
        <TableButton
          title={figure.title}
          isOpen={Table !== null}
          onToggle={() => (Table === null ? void open() : setTable(null))}
        />
      </div>
      {Table && <Table caption={`${figure.title}: ${figure.detail}`} table={figure.table()} />}
    </figure>
  );
}

/** It handles its own keys, so it must be reachable by them. */
const FOCUSABLE = { tabIndex: 0 };

type SurfaceProps = ReturnType<typeof useInteraction> & { readonly uses: HandleUses; readonly controls: ReactNode };

function Surface({ uses, controls, canvas, figure, lens, isCursor, hints, grip, isDragging, handlers }: SurfaceProps) {
  const liveId = useId();
  const name = `${figure.title}: ${figure.detail}. Arrow keys move, Enter pins, Escape clears.`;
  const spoken = isCursor && lens !== null ? [lens.lens.title, ...lens.lens.lines].join('; ') : '';
  return (
    <>
      <div
        className={styles.surface}
        role="application"
        {...FOCUSABLE}
        aria-label={[name, ...hints].join(' ')}
        aria-describedby={liveId}
        title={grip === null || grip === 'base' ? undefined : uses[grip]?.hint}
        data-grip={grip ?? undefined}
        data-dragging={isDragging || undefined}
        {...handlers}
      >
        <SceneCanvas ref={canvas} scene={figure.scene} />
        <Grips figure={figure} grip={grip} uses={uses} />
        {controls}
      </div>
      <Announcement id={liveId} text={spoken} />
    </>
  );
}
