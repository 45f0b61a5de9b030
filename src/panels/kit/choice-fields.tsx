/** Fields that take one of several values: a list, a box to tick, and buttons of which one is pressed. */
import { type ComponentProps, useId } from 'react';
import { FieldFrame, type FieldLook, fieldProps } from './draft-fields.tsx';
import css from './fields.module.css';

export interface Option<T extends string | number> {
  readonly value: T;
  readonly label: string;
  readonly disabled?: boolean;
  /** Heading above it and its neighbours of the same group. */
  readonly group?: string;
}

/** Options that are their own names, unless `labelOf` tells better ones. */
export const optionsOf = <T extends string | number>(
  values: readonly T[],
  labelOf: (value: T) => string = String,
): readonly Option<T>[] => values.map(value => ({ value, label: labelOf(value) }));

interface Choice<T extends string | number> {
  /** The chosen value; shown as '—' if it is none of the options. */
  readonly value: T;
  readonly options: readonly Option<T>[];
  readonly onChange: (value: T) => void;
}

/** The list alone, for a place that names it in its own way. */
export function Select<T extends string | number>({
  value,
  options,
  onChange,
  className = css.select,
  ...element
}: Choice<T> & Omit<ComponentProps<'select'>, keyof Choice<T> | 'children'>) {
  const groups = new Set(options.map(({ group }) => group));
  return (
    <select
      {...element}
      className={className}
      value={String(value)}
      onChange={event => {
        const picked = options.find(option => String(option.value) === event.target.value);
        if (picked !== undefined) onChange(picked.value);
      }}
    >
      {!options.some(option => option.value === value) && <option value={String(value)}>—</option>}
      {[...groups].map(group => {
        const members = <Options key={group ?? ''} options={options.filter(option => option.group === group)} />;
        return group === undefined ? (
          members
        ) : (
          <optgroup key={group} label={group}>
            {members}
          </optgroup>
        );
      })}
    </select>
  );
}

const Options = ({ options }: { readonly options: readonly Option<string | number>[] }) =>
  options.map(({ value, label, disabled }) => (
    <option key={value} value={String(value)} disabled={disabled}>
      {label}
    </option>
  ));

export function SelectField<T extends string | number>({ value, options, onChange, ...look }: Choice<T> & FieldLook) {
  const id = useId();
  const { error = null } = look;
  const field = fieldProps(id, look, error);
  return (
    <FieldFrame {...look} id={id} said={error}>
      <Select {...{ value, options, onChange }} {...field} disabled={field.disabled || options.length === 0} />
    </FieldFrame>
  );
}

interface CheckFieldProps {
  readonly label: string;
  readonly checked: boolean;
  /** Why it is disabled; null if it works. */
  readonly disabled?: string | null;
  readonly help?: string;
  /** The name is heard, not seen. */
  readonly isBare?: boolean;
  readonly onChange: (checked: boolean) => void;
}

export const CheckField = ({ label, checked, disabled = null, help, isBare = false, onChange }: CheckFieldProps) => (
  <label className={css.check} data-bare={isBare || undefined} title={disabled ?? help}>
    <input
      type="checkbox"
      checked={checked}
      disabled={disabled !== null}
      onChange={event => onChange(event.target.checked)}
    />
    {isBare ? <span className="visually-hidden">{label}</span> : label}
  </label>
);

interface SegmentsProps<T extends string> {
  readonly label: string;
  readonly options: readonly Option<T>[];
  readonly value: T;
  readonly disabled?: string | null;
  /** Class that replaces one row of equal widths. */
  readonly className?: string | undefined;
  readonly onChange: (value: T) => void;
}

/** A choice of a few, all in sight. Arrow keys move, as in any radio group. */
export function Segments<T extends string>(props: SegmentsProps<T>) {
  const { label, options, value, disabled = null, className = css.segments, onChange } = props;
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={className} title={disabled ?? undefined}>
      {options.map(option => (
        <label key={option.value} className={css.segment}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            disabled={disabled !== null}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
