/** One number of a preset: typed or slid, with its unit, its limits, and where its default is from. */
import { RotateCcw } from 'lucide-react';
import { useId, useState } from 'react';
import type { PresetNumber } from '../../model/pipeline/presets/preset.ts';
import controls from '../controls.module.css';
import { count } from '../numbers.ts';
import { Popup } from '../popup.tsx';
import css from './preset-fields.module.css';

interface PresetNumberFieldProps {
  readonly field: PresetNumber;
  readonly value: number;
  /** Why it cannot be changed; null where it can. */
  readonly disabled: string | null;
  readonly onChange: (value: number) => void;
}

export function PresetNumberField({ field, value, disabled, onChange }: PresetNumberFieldProps) {
  const id = useId();
  // Text that is not a value yet ('', '9999' on the way) stays in the field only.
  const [draft, setDraft] = useState<string | null>(null);
  const enter = (text: string) => {
    const fits = text.trim() !== '' && isAllowed(field, Number(text));
    setDraft(fits ? null : text);
    if (fits) onChange(Number(text));
  };
  const shared = { disabled: disabled !== null, title: disabled ?? limitWords(field) };
  return (
    <div className={css.number}>
      <label htmlFor={id}>{field.label}</label>
      <span className={css.entry}>
        {value !== field.default && <ResetButton field={field} disabled={disabled} onChange={onChange} />}
        <input
          id={id}
          className={controls.number}
          inputMode="decimal"
          {...shared}
          value={draft ?? String(value)}
          aria-invalid={draft !== null}
          aria-describedby={`${id}-about`}
          onChange={event => enter(event.target.value)}
          onBlur={() => setDraft(null)}
        />
      </span>
      <input
        type="range"
        className={controls.range}
        aria-label={`${field.label}${field.unit === '' ? '' : `, ${field.unit}`}`}
        {...shared}
        {...sliderOf(field)}
        value={value}
        onChange={event => enter(event.target.value)}
      />
      <p
        id={`${id}-about`}
        className={draft === null ? css.about : css.error}
        role={draft === null ? undefined : 'alert'}
      >
        {draft === null ? <About field={field} /> : `${field.label}: ${limitWords(field)}`}
      </p>
    </div>
  );
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

/** What a count is of says its label: only numbers of the machine have a source to tell. */
function About({ field: { unit, origin, source } }: { readonly field: PresetNumber }) {
  if (unit === '') return null;
  return (
    <>
      {unit} ·{' '}
      <Popup
        className={css.origin}
        label="Where the number is from"
        title={source}
        content={<p className={css.source}>{source}</p>}
      >
        {origin === 'choice' ? 'a choice' : origin}
      </Popup>
    </>
  );
}

const ResetButton = ({ field, disabled, onChange }: Omit<PresetNumberFieldProps, 'value'>) => (
  <button
    type="button"
    className={css.reset}
    disabled={disabled !== null}
    aria-label={`${field.label}: back to ${field.default}`}
    title={`Back to ${field.default}`}
    onClick={() => onChange(field.default)}
  >
    <RotateCcw size={14} strokeWidth={1.75} />
  </button>
);
