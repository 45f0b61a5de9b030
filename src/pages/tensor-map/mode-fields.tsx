/** Fields of the whole map: type, swizzle, interleave, fill, promotion; and the direction of the copy. */
import { tmaSwizzle } from '../../model/tma/swizzle-modes.ts';
import { Segments } from '../../panels/kit/choice-fields.tsx';
import { ELEMENT_TYPES, SWIZZLE_MODES } from '../../trace/launch.ts';
import { FILLS, INTERLEAVES, PROMOTIONS } from '../links/tensor-map.ts';
import { type ChoiceField, ModeChoice } from './mode-choice.tsx';
import css from './mode-fields.module.css';
import { NumberEntry } from './number-entry.tsx';
import type { FieldsProps } from './use-tensor-map.ts';

const CHOICES: readonly ChoiceField[] = [
  { name: 'type', label: 'Type', options: ELEMENT_TYPES, breaks: null },
  { name: 'swizzle', label: 'Swizzle', options: SWIZZLE_MODES, breaks: 'swizzle' },
  { name: 'interleave', label: 'Interleave', options: INTERLEAVES, breaks: null },
  { name: 'fill', label: 'Outside', options: FILLS, breaks: 'oobFill' },
  { name: 'promotion', label: 'L2 promotion', options: PROMOTIONS, breaks: null },
];

const WAYS = [
  { value: 'load', label: 'Load' },
  { value: 'store', label: 'Store' },
] as const;

export const ModeFields = (props: FieldsProps) => (
  <div className={css.fields}>
    {CHOICES.map(choice => (
      <ModeChoice key={choice.name} {...props} choice={choice} />
    ))}
    <BaseEntry {...props} />
    <div className={css.way}>
      <Segments
        label="Direction"
        options={WAYS}
        value={props.state.direction}
        onChange={direction => props.update({ direction })}
      />
    </div>
    {!tmaSwizzle(props.state.swizzle).onHopper && (
      <p className={css.note}>The driver of an H200 encodes no map with this mode: it is for later chips.</p>
    )}
  </div>
);

const BaseEntry = ({ state, update, shown, onRemedy }: FieldsProps) => (
  <div className={`list ${css.base}`}>
    <span className="caption">Shared address</span>
    <NumberEntry
      label="Shared address, bytes"
      value={state.base}
      breach={shown.breaches.find(({ path }) => path[0] === 'base')}
      onChange={base => update({ base })}
      onRemedy={onRemedy}
    />
  </div>
);
