/** How the launches were timed, and which of several runs is shown. */
import { Segments, Select } from '../../panels/kit/choice-fields.tsx';
import { METHOD_NAMES } from '../../panels/measured-strip.ts';
import { measurementName } from '../../services/recordings/measurement.ts';
import css from './measured-controls.module.css';
import type { MeasuredChoice } from './use-measured.ts';

interface ChoiceProps {
  readonly choice: MeasuredChoice;
}

export const MeasuredControls = ({ choice }: ChoiceProps) => (
  <>
    {choice.methods.length > 0 && (
      <Segments
        label="How launches were timed"
        options={choice.methods.map(value => ({ value, label: METHOD_NAMES[value] }))}
        value={choice.method}
        onChange={choice.onMethod}
      />
    )}
    {choice.candidates.length > 1 && <ShownRun choice={choice} />}
  </>
);

const ShownRun = ({ choice: { candidates, shown, onShow } }: ChoiceProps) => (
  <Select
    className={css.select}
    aria-label="Run that is shown"
    value={shown?.id ?? ''}
    options={candidates.map(candidate => ({ value: candidate.id, label: measurementName(candidate) }))}
    onChange={onShow}
  />
);
