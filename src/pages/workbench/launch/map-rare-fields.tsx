/** Fields that are alike in most tensor maps. */
import { optionsOf, SelectField } from '../../../panels/kit/choice-fields.tsx';
import { useEditing } from './editing.ts';
import { placePath } from './launch-parts.ts';
import { ListField, type MapProps, ModeField } from './map-field.tsx';
import { withRounding } from './tensor-map-edits.ts';
import { readCounts } from './typed-text.ts';

const INTERLEAVES = optionsOf(['none', '16B', '32B'] as const);
const PROMOTIONS = optionsOf(['none', '64B', '128B', '256B'] as const);
const FILLS = [
  { value: 'zero', label: 'zeros' },
  { value: 'nan', label: 'NaN' },
] as const;
const ROUNDINGS = [
  { value: 'none', label: 'nothing: as stored' },
  { value: 'tf32', label: 'to tf32' },
] as const;

/** Fields with their usual values; open if the driver would refuse one. */
export function RareFields({ place, value }: MapProps) {
  const { errorAt } = useEditing();
  const rank = value.dims.length;
  const rare = ['elementStrides', 'interleave', 'oobFill', 'roundsTo'].map(key =>
    errorAt(`${placePath(place)}.${key}`, true),
  );
  return (
    <details open={rare.some(error => error !== null) || undefined}>
      <summary className="prose">Steps, outside, interleave, L2</summary>
      <ListField {...{ place, value }} name="elementStrides" label="Element steps" read={readCounts(rank, rank)} />
      <ModeField {...{ place, value }} name="oobFill" label="Outside" options={FILLS} />
      <ModeField {...{ place, value }} name="interleave" label="Interleave" options={INTERLEAVES} />
      <ModeField {...{ place, value }} name="l2Promotion" label="L2 promotion" options={PROMOTIONS} />
      {(value.type === 'f32' || value.roundsTo) && <RoundingField {...{ place, value }} />}
    </details>
  );
}

function RoundingField({ place, value }: MapProps) {
  const { launch, edit, errorAt } = useEditing();
  return (
    <SelectField
      label="Loads round"
      value={value.roundsTo ?? 'none'}
      options={ROUNDINGS}
      error={errorAt(`${placePath(place)}.roundsTo`)}
      onChange={format => edit(withRounding(launch, place, format === 'none' ? null : format))}
    />
  );
}
