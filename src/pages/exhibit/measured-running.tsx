/** A run under way: samples as they come. No time is said of them, for they count once the run is done. */
import css from '../../panels/evidence-panel.module.css';
import { stripRows, stripText } from '../../panels/measured-strip.ts';
import { SourceTable } from '../../panels/source-table.tsx';
import { usePictureScale } from '../../panels/use-picture-scale.ts';
import { SampleStrip } from '../../pictures/sample-strip/index.tsx';
import type { SampleRow } from '../../pictures/sample-strip/records.ts';
import type { RunProgress, VariantProgress } from '../../services/recordings/run-progress.ts';
import { RunControls } from './run-controls.tsx';
import type { MeasuredProps } from './use-measured.ts';

export function MeasuredRunning({ model, choice, progress }: MeasuredProps & { readonly progress: RunProgress }) {
  const { views } = model.stage;
  const place = choice.places.find(({ name }) => name === choice.place);
  const rows = stripRows(views, id => outcomeSoFar(progress.variants.get(id)));
  const times = views.map(({ id, badge }) =>
    progress.variants.get(id)?.stage === 'wrong' ? <WrongAnswer key={badge} /> : '…',
  );
  return (
    <SourceTable
      source="measured"
      note={`running on ${place === undefined || place.kind === 'local' ? 'this machine' : place.name}`}
      views={views}
      rows={[{ name: 'Time, median', note: 'µs', key: true, values: times }]}
    >
      <div className={`stack remark ${css.measured}`}>
        <SampleStrip
          records={{ text: stripText(choice.method), rows, bound: null }}
          theme={model.theme}
          source="measured"
          {...usePictureScale()}
        />
        <RunControls model={model} choice={choice} />
      </div>
    </SourceTable>
  );
}

function outcomeSoFar(variant: VariantProgress | undefined): SampleRow['outcome'] {
  if (variant?.stage === 'wrong') return { why: 'wrong answer, not timed', isWrong: true };
  return variant === undefined || variant.samplesNs.length === 0 ? { why: '…', isWrong: false } : variant;
}

const WrongAnswer = () => <span className="bad">wrong</span>;
