/** One of the map's modes to choose, with the rule that it breaks. */
import type { CopyBreach } from '../../model/tma/box-copy.ts';
import { optionsOf, SelectField } from '../../panels/kit/choice-fields.tsx';
import { remedyText } from './breach-list.tsx';
import type { FieldsProps } from './use-tensor-map.ts';

export interface ChoiceField {
  /** Field of the page's state. */
  readonly name: 'type' | 'swizzle' | 'interleave' | 'fill' | 'promotion';
  readonly label: string;
  readonly options: readonly string[];
  /** Field of the map that can break a rule by itself. */
  readonly breaks: 'swizzle' | 'oobFill' | null;
}

export function ModeChoice({ choice, state, update, shown, onRemedy }: FieldsProps & { readonly choice: ChoiceField }) {
  const { name, label, options, breaks } = choice;
  const breach = shown.breaches.find(({ path }) => path[0] === breaks);
  return (
    <div className="list">
      <SelectField
        layout="stack"
        label={label}
        value={state[name]}
        options={optionsOf(options)}
        errorElsewhere={breach?.message}
        onChange={chosen => update({ [name]: chosen })}
      />
      {breach !== undefined && <Remedy label={label} breach={breach} onRemedy={onRemedy} />}
    </div>
  );
}

interface RemedyProps extends Pick<FieldsProps, 'onRemedy'> {
  readonly label: string;
  readonly breach: CopyBreach;
}

/** Takes what would do; the short form stands beside the field. */
export const Remedy = ({ label, breach, onRemedy }: RemedyProps) => (
  <button
    type="button"
    className="ellipsis act"
    title={breach.message}
    aria-label={`${label}: ${remedyText(breach)}`}
    onClick={() => onRemedy(breach)}
  >
    → {'value' in breach.remedy && breach.remedy.value.toLocaleString('en-US')}
  </button>
);
