/** Fields for text and numbers. How they take what is typed is in `use-draft.ts`. */
import { RotateCcw } from 'lucide-react';
import { type ClipboardEventHandler, type ReactNode, useId } from 'react';
import { ok, type Result } from '../../base/result.ts';
import css from './fields.module.css';
import { type NumberLimits, readNumber, steppedNumber, withUnit } from './number-text.ts';
import { type Draft, draftProps, useDraft } from './use-draft.ts';

export interface FieldLook {
  readonly label: string;
  /** `row`: name and field on one line; `stack`: the name above; `bare`: the name is heard, not seen. */
  readonly layout?: 'row' | 'stack' | 'bare';
  /** Why the field is disabled; null if it works. */
  readonly disabled?: string | null;
  /** Text shown on hover. */
  readonly help?: string | undefined;
  /** Below the field, while nothing is wrong. */
  readonly hint?: ReactNode;
  /** Error of the page's own value. */
  readonly error?: string | null | undefined;
  /** The same where the page says it in another place: heard, and shown on hover. */
  readonly errorElsewhere?: string | undefined;
  /** The value is a guess of the program's: the border is dashed, and the name says it to those who hear it. */
  readonly guessed?: boolean | undefined;
}

interface FrameProps extends FieldLook {
  readonly id: string;
  /** The error, or null. */
  readonly said: string | null;
  readonly children: ReactNode;
}

/** Name, field, and below them the hint and what is wrong. */
export function FieldFrame({ id, said, children, ...look }: FrameProps) {
  const { label, layout = 'row', disabled, help, hint, guessed, errorElsewhere } = look;
  const wrong = said ?? errorElsewhere ?? null;
  return (
    <div className={css[layout]} title={disabled ?? errorElsewhere ?? help}>
      <label className={layout === 'bare' ? 'visually-hidden' : css.name} htmlFor={id}>
        {label}
        {guessed && <span className="visually-hidden"> (guessed)</span>}
      </label>
      {children}
      {hint !== undefined && (
        <div id={`${id}-hint`} className={css.hint}>
          {hint}
        </div>
      )}
      {wrong !== null && (
        <p
          id={`${id}-error`}
          className={said === null ? 'visually-hidden' : css.error}
          role={said === null ? undefined : 'alert'}
        >
          {wrong}
        </p>
      )}
    </div>
  );
}

/** Attributes that tie a field to its frame. */
export function fieldProps(id: string, look: FieldLook, said: string | null) {
  const { disabled = null, hint, guessed, errorElsewhere } = look;
  const isWrong = said !== null || errorElsewhere !== undefined;
  const parts = [isWrong && `${id}-error`, hint !== undefined && `${id}-hint`].filter(part => part !== false);
  return {
    id,
    disabled: disabled !== null,
    'aria-invalid': isWrong,
    'aria-describedby': parts.join(' ') || undefined,
    'data-guessed': guessed || undefined,
  };
}

interface DraftFieldProps extends FieldLook {
  readonly draft: Draft;
  readonly kind?: 'text' | 'lines' | 'number';
  readonly placeholder?: string | undefined;
  readonly onPaste?: ClipboardEventHandler;
  /** Shown between the name and the field. */
  readonly before?: ReactNode;
  /** Below the field, over its whole width. */
  readonly slider?: ReactNode;
}

/** A field for a draft that is kept elsewhere, such as one that has to fit another field's. */
export function DraftField({ draft, kind = 'text', placeholder, onPaste, before, slider, ...look }: DraftFieldProps) {
  const id = useId();
  const said = draft.error === null ? (look.error ?? null) : `${look.label}: ${draft.error}`;
  const props = { ...fieldProps(id, look, said), ...draftProps(draft), placeholder, onPaste };
  return (
    <FieldFrame {...look} id={id} said={said}>
      <span className={css.entry}>
        {before}
        {kind === 'lines' ? (
          <textarea {...props} className={css.lines} rows={3} />
        ) : (
          <input {...props} className={css[kind]} inputMode={kind === 'number' ? 'decimal' : undefined} />
        )}
      </span>
      {slider}
    </FieldFrame>
  );
}

interface TextFieldProps<T> extends FieldLook {
  /** The page's value as text. */
  readonly value: string;
  readonly parse: (text: string) => Result<T, string>;
  readonly onChange: (value: T) => void;
  readonly lines?: boolean;
  readonly placeholder?: string;
}

export function TextField<T>({ value, parse, onChange, lines = false, ...rest }: TextFieldProps<T>) {
  const draft = useDraft({ value, parse, take: accepted(onChange) });
  return <DraftField draft={draft} kind={lines ? 'lines' : 'text'} {...rest} />;
}

/** For a page that accepts every value that could be read. */
export const accepted =
  <T,>(onChange: (value: T) => void) =>
  (value: T): null => {
    onChange(value);
    return null;
  };

interface CheckedFieldProps extends FieldLook {
  readonly value: string;
  readonly placeholder: string;
  /** Takes the text, or says why not. */
  readonly onText: (text: string) => string | null;
}

/** Text that only the page itself can judge. */
export function CheckedField({ value, onText, ...rest }: CheckedFieldProps) {
  return <DraftField draft={useDraft({ value, parse: ok, take: onText })} {...rest} />;
}

interface NumberFieldProps extends FieldLook, NumberLimits {
  readonly value: number;
  readonly onChange: (value: number) => void;
  /** A slider below the field; it may reach less far than the field. */
  readonly slider?: Slider;
  /** The number that a button puts back. */
  readonly resetTo?: number;
}

export interface Slider {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

export function NumberField({ value, onChange, slider, resetTo, min, max, step, unit, ...look }: NumberFieldProps) {
  const limits: NumberLimits = {
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(step === undefined ? {} : { step }),
    ...(unit === undefined ? {} : { unit }),
  };
  const draft = useDraft({
    value: String(value),
    parse: readNumber(limits),
    take: accepted(onChange),
    stepped: (text, steps) => steppedNumber(limits, text, steps),
  });
  const shared = { ...look, value, onChange };
  return (
    <DraftField
      {...look}
      draft={draft}
      kind="number"
      before={resetTo !== undefined && resetTo !== value && <ResetButton {...shared} resetTo={resetTo} />}
      slider={slider && <NumberSlider {...shared} {...slider} unit={unit} />}
    />
  );
}

type PartProps = Pick<NumberFieldProps, 'label' | 'disabled' | 'value' | 'onChange'>;

const NumberSlider = ({
  label,
  unit,
  disabled = null,
  onChange,
  value,
  min,
  max,
  step,
}: PartProps & Slider & { readonly unit: string | undefined }) => (
  <input
    type="range"
    className={css.slider}
    aria-label={withUnit(label, unit)}
    disabled={disabled !== null}
    {...{ min, max, step, value }}
    onChange={event => onChange(Number(event.target.value))}
  />
);

const ResetButton = ({ label, disabled = null, onChange, resetTo }: PartProps & { readonly resetTo: number }) => (
  <button
    type="button"
    className="mark muted"
    disabled={disabled !== null}
    aria-label={`${label}: back to ${resetTo}`}
    title={`Back to ${resetTo}`}
    onClick={() => onChange(resetTo)}
  >
    <RotateCcw size={14} strokeWidth={1.75} />
  </button>
);
