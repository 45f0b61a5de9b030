/** One number of a preset: typed or slid, with its unit, its limits, and where its default is from. */
import { RotateCcw } from 'lucide-react';
import { type ChangeEvent, useId, useState } from 'react';
import { count } from '../../base/numbers.ts';
import type { PresetNumber } from '../../model/pipeline/presets/preset.ts';
import controls from '../controls.module.css';
import { Popup } from '../popup.tsx';
import css from './preset-fields.module.css';

interface PresetNumberFieldProps {
  readonly field: PresetNumber;
  readonly value: number;
  /** Why it cannot be changed; null where it can. */
  readonly disabled: string | null;
  readonly onChange: (value: number) => void;
}

export function PresetNumberField(props: PresetNumberFieldProps) {
  const { field, value, disabled } = props;
  const id = useId();
  const entry = useEntry(props);
  const shared = { disabled: disabled !== null, title: disabled ?? limitWords(field) };
  return (
    <div className={css.number}>
      <label htmlFor={id}>{field.label}</label>
      <span className="row">
        {value !== field.default && <ResetButton {...props} />}
        <input
          id={id}
          className={controls.number}
          inputMode="decimal"
          {...shared}
          {...entry.text}
          aria-describedby={`${id}-about`}
        />
      </span>
      <Slider field={field} value={value} {...shared} onText={entry.enter} />
      <About id={`${id}-about`} field={field} isWrong={entry.isWrong} />
    </div>
  );
}

/** Text that is not a value yet ('', '9999' on the way) stays in the field only. */
function useEntry({ field, value, onChange }: PresetNumberFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const enter = (text: string) => {
    const fits = text.trim() !== '' && isAllowed(field, Number(text));
    setDraft(fits ? null : text);
    if (fits) onChange(Number(text));
  };
  const isWrong = draft !== null;
  const text = {
    value: draft ?? String(value),
    'aria-invalid': isWrong,
    onChange: (event: ChangeEvent<HTMLInputElement>) => enter(event.target.value),
    onBlur: () => setDraft(null),
  };
  return { text, enter, isWrong };
}

const isAllowed = ({ least, most, step }: PresetNumber, n: number): boolean =>
  n >= least && n <= most && (step === 0 || n % step === 0);

const limitWords = ({ least, most, step, unit }: PresetNumber): string => {
  const what = step === 0 ? 'a number' : step === 1 ? 'a whole number' : `a multiple of ${step}`;
  return `${what} from ${count(least)} to ${count(most)}${unit === '' ? '' : ` ${unit}`}`;
};

/** A slider goes to the numbers that one would try; all others can be typed. */
const MOST_SLIDER_STEPS = 64;
const REACH = 4;

function sliderOf({ least, most, step, default: value }: PresetNumber) {
  if (step > 0) return { min: Math.max(least, step), max: Math.min(most, step * MOST_SLIDER_STEPS), step };
  const max = Math.min(most, REACH * value);
  return { min: least, max, step: value >= 50 ? 1 : 0.1 };
}

interface SliderProps extends Pick<PresetNumberFieldProps, 'field' | 'value'> {
  readonly disabled: boolean;
  readonly title: string;
  readonly onText: (text: string) => void;
}

const Slider = ({ field, value, disabled, title, onText }: SliderProps) => (
  <input
    type="range"
    className={controls.range}
    aria-label={`${field.label}${field.unit === '' ? '' : `, ${field.unit}`}`}
    {...{ disabled, title }}
    {...sliderOf(field)}
    value={value}
    onChange={event => onText(event.target.value)}
  />
);

interface AboutProps {
  readonly id: string;
  readonly field: PresetNumber;
  readonly isWrong: boolean;
}

/** The limits where they were broken. What a count is of says its label: only numbers of the machine have a source to tell. */
function About({ id, field, isWrong }: AboutProps) {
  const { label, unit, origin, source } = field;
  if (isWrong)
    return (
      <p id={id} className={`bad ${css.error}`} role="alert">
        {label}: {limitWords(field)}
      </p>
    );
  if (unit === '') return <p id={id} className={css.about} />;
  const full = <p className={css.source}>{source}</p>;
  return (
    <p id={id} className={css.about}>
      {unit} ·{' '}
      <Popup className={css.origin} label="Where the number is from" title={source} content={full}>
        {origin === 'choice' ? 'a choice' : origin}
      </Popup>
    </p>
  );
}

const ResetButton = ({ field, disabled, onChange }: Omit<PresetNumberFieldProps, 'value'>) => (
  <button
    type="button"
    className={`centred muted ${css.reset}`}
    disabled={disabled !== null}
    aria-label={`${field.label}: back to ${field.default}`}
    title={`Back to ${field.default}`}
    onClick={() => onChange(field.default)}
  >
    <RotateCcw size={14} strokeWidth={1.75} />
  </button>
);
