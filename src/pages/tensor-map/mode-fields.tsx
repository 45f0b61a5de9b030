/** What the whole map has: type, swizzle, interleave, fill, promotion; and where the copy goes. */
import { useId } from 'react';
import { tmaSwizzle } from '../../model/tma/swizzle-modes.ts';
import controls from '../../panels/controls.module.css';
import { Segments } from '../../panels/fields.tsx';
import { ELEMENT_TYPES, SWIZZLE_MODES } from '../../trace/launch.ts';
import { remedyText } from './breach-list.tsx';
import type { FieldsProps } from './builder.tsx';
import css from './mode-fields.module.css';
import { NumberEntry } from './number-entry.tsx';
import { FILLS, INTERLEAVES, PROMOTIONS } from './tensor-map-search.ts';

const WAYS = [
  { value: 'load', label: 'Load' },
  { value: 'store', label: 'Store' },
] as const;

export function ModeFields(props: FieldsProps) {
  const { state, update, shown, onRemedy } = props;
  const breachOf = (field: string) => shown.breaches.find(({ path }) => path[0] === field);
  return (
    <div className={css.fields}>
      <Choice label="Type" options={ELEMENT_TYPES} value={state.type} onChange={type => update({ type })} {...props} />
      <Choice
        label="Swizzle"
        options={SWIZZLE_MODES}
        value={state.swizzle}
        field="swizzle"
        onChange={swizzle => update({ swizzle })}
        {...props}
      />
      <Choice
        label="Interleave"
        options={INTERLEAVES}
        value={state.interleave}
        onChange={interleave => update({ interleave })}
        {...props}
      />
      <Choice
        label="Outside"
        options={FILLS}
        value={state.fill}
        field="oobFill"
        onChange={fill => update({ fill })}
        {...props}
      />
      <Choice
        label="L2 promotion"
        options={PROMOTIONS}
        value={state.promotion}
        onChange={promotion => update({ promotion })}
        {...props}
      />
      <div className={css.field}>
        <span className={css.name}>Shared address</span>
        <NumberEntry
          label="Shared address, bytes"
          value={state.base}
          breach={breachOf('base')}
          onChange={base => update({ base })}
          onRemedy={onRemedy}
        />
      </div>
      <div className={css.way}>
        <Segments
          label="Direction"
          options={WAYS}
          value={state.direction}
          onChange={direction => update({ direction })}
        />
      </div>
      {!tmaSwizzle(state.swizzle).onHopper && (
        <p className={css.note}>The driver of an H200 encodes no map with this mode: it is for later chips.</p>
      )}
    </div>
  );
}

interface ChoiceProps<T extends string> extends Pick<FieldsProps, 'shown' | 'onRemedy'> {
  readonly label: string;
  readonly options: readonly T[];
  readonly value: T;
  /** Of the map, where it can break a rule. */
  readonly field?: string;
  readonly onChange: (value: T) => void;
}

function Choice<T extends string>({ label, options, value, field, shown, onChange, onRemedy }: ChoiceProps<T>) {
  const id = useId();
  const breach = shown.breaches.find(({ path }) => path[0] === field);
  return (
    <div className={css.field}>
      <label htmlFor={id} className={css.name}>
        {label}
      </label>
      <select
        id={id}
        className={controls.select}
        value={value}
        aria-invalid={breach !== undefined}
        title={breach?.message}
        onChange={event => onChange(event.target.value as T)}
      >
        {options.map(option => (
          <option key={option}>{option}</option>
        ))}
      </select>
      {breach !== undefined && (
        <button
          type="button"
          title={breach.message}
          aria-label={`${label}: ${remedyText(breach)}`}
          onClick={() => onRemedy(breach)}
        >
          {remedyText(breach)}
        </button>
      )}
    </div>
  );
}
