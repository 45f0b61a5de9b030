/** The rings of a pipeline at the playhead, on the page. */
import { useMemo } from 'react';
import type { Cell } from '../../model/layout/tile-layout.ts';
import type { RunRecords } from '../../model/pipeline/pipeline-run.ts';
import type { PipelineState } from '../../model/pipeline/pipeline-state.ts';
import { ringPositions } from '../../model/pipeline/ring-positions.ts';
import type { Scenario } from '../../trace/scenario.ts';
import { Picture } from '../picture.tsx';
import type { PipelineHighlight } from '../pipeline/records.ts';
import type { PictureProps } from '../props.ts';
import type { RingRecords } from '../records.ts';
import { ringFigure } from './figure.ts';

export interface RingProps extends Pick<PictureProps<RingRecords>, 'theme' | 'source' | 'textScale' | 'strokeScale'> {
  readonly scenario: Scenario;
  readonly run: RunRecords;
  /** State of the run at the playhead. */
  readonly state: PipelineState;
  readonly highlight: PipelineHighlight;
  readonly onHover: (highlight: PipelineHighlight) => void;
}

export function Ring({ scenario, run, state, highlight, onHover, ...props }: RingProps) {
  const records = useMemo(
    () => ({ scenario, state, positions: ringPositions(scenario, run, state) }),
    [scenario, run, state],
  );
  const shown = useMemo(() => {
    const cell = cellOf(records, run, highlight);
    return cell === null ? null : { cell, bank: null };
  }, [records, run, highlight]);
  return (
    <Picture
      {...props}
      records={records}
      figureOf={ringFigure}
      highlight={shown}
      onHover={h => onHover(slotOf(records, h?.cell ?? null))}
    />
  );
}

function slotOf({ scenario, state }: RingRecords, cell: Cell | null): PipelineHighlight {
  if (cell === null) return null;
  return { kind: 'slot', buffer: scenario.buffers[cell.row].name, stage: cell.column, at: state.clk };
}

/** The slot that belongs to the mark under the pointer: a span's slot, or the slot that a barrier guards. */
function cellOf({ scenario, state }: RingRecords, { spans }: RunRecords, highlight: PipelineHighlight): Cell | null {
  if (highlight === null) return null;
  const barrier = highlight.kind === 'barrier' ? state.barriers.find(({ name }) => name === highlight.name) : undefined;
  const place =
    highlight.kind === 'span'
      ? spans.at(highlight.index)
      : highlight.kind === 'slot'
        ? highlight
        : { stage: barrier?.stage, buffer: barrier?.guards[0]?.buffer };
  const row = scenario.buffers.findIndex(({ name }) => name === place?.buffer);
  return row < 0 || place?.stage === undefined ? null : { row, column: place.stage };
}
