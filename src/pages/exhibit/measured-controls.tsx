/** How the launches were timed, and which of several runs is shown. */
import { Segments } from '../../panels/fields.tsx';
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
  <select
    className={css.select}
    aria-label="Run that is shown"
    value={shown?.id}
    onChange={event => onShow(event.target.value)}
  >
    {candidates.map(candidate => (
      <option key={candidate.id} value={candidate.id}>
        {measurementName(candidate)}
      </option>
    ))}
  </select>
);
