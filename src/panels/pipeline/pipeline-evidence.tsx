/** What each source says of the pipelines on the stage, and whether they agree. */
import { memo } from 'react';
import css from '../evidence-panel.module.css';
import { SourcesTable } from '../sources-table.tsx';
import { EmulatedKernels } from './emulated-kernel.tsx';
import { disagreementWords } from './pipeline-disagreement.ts';
import { emulatedRows, MeasuredRuns, measuredNote, measuredRows, predictedRows } from './pipeline-rows.tsx';
import type { PipelineSide } from './pipeline-side.ts';
import { PipelineVerdict } from './pipeline-verdict.tsx';

interface PipelineEvidenceProps {
  readonly sides: readonly PipelineSide[];
  /** 'one CTA, 16 steps along K'. */
  readonly subject: string;
  /** Numbers of sides that show what was before the last change. */
  readonly isBusy: boolean;
}

/** Memoised: nothing here moves with the playhead. */
export const PipelineEvidence = memo(({ sides, subject, isBusy }: PipelineEvidenceProps) => {
  return (
    <section
      className={css.panel}
      data-crowded={sides.length > 2 || undefined}
      aria-label="Evidence"
      aria-busy={isBusy || sides.some(({ emulated }) => emulated.state === 'running')}
    >
      <header className="head">
        <h2>Evidence</h2>
        <span className={`caption ${css.note}`}>{subject}</span>
      </header>
      <PipelineVerdict sides={sides} />
      <Sources sides={sides} />
    </section>
  );
});

/** Where a GPU took another time than the model says: by how much, and what the model leaves out there. */
function Disagreements({ sides }: Pick<PipelineEvidenceProps, 'sides'>) {
  const words = sides.flatMap(side => disagreementWords(side, sides.length > 1) ?? []);
  return words.map(each => (
    <p key={each} className="remark">
      {each}
    </p>
  ));
}

function Sources({ sides }: Pick<PipelineEvidenceProps, 'sides'>) {
  const views = sides.map(({ letter }) => ({ badge: letter }));
  return (
    <>
      <SourcesTable
        views={views}
        rows={{ predicted: predictedRows(sides), emulated: emulatedRows(sides), measured: measuredRows(sides) }}
      >
        <p className="caption">
          Predicted: event model. Emulated: order, bytes and FLOP are those of the compiled PTX; its cycles come from
          the same numbers as the prediction, but each instruction takes one issue slot, also an exponential. A measured
          run lies under the predicted bars on the same axis.
        </p>
        <MeasuredRuns sides={sides} />
      </SourcesTable>
      <p className="caption">Measured: {measuredNote(sides)}</p>
      <Disagreements sides={sides} />
      <EmulatedKernels sides={sides} />
    </>
  );
}
