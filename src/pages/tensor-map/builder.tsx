/** The map's fields and the instruction's, each with what it breaks and what would do. */

import { type CopyBreach, remedied } from '../../model/tma/box-copy.ts';
import type { CopyOfState } from '../kit/tensor-map/copy-of-state.ts';
import { stateOfCopy } from '../kit/tensor-map/copy-of-state.ts';
import { BreachList } from './breach-list.tsx';
import { DimensionTable } from './dimension-table.tsx';
import { ModeFields } from './mode-fields.tsx';
import type { FieldsProps, TensorMapHandle } from './use-tensor-map.ts';

export function Builder({ state, update, shown }: TensorMapHandle & { readonly shown: CopyOfState }) {
  const { asked, copy, breaches } = shown;
  const onRemedy = (breach: CopyBreach): void => update(stateOfCopy(remedied(asked, breach)));
  const fields: FieldsProps = { state, update, shown, onRemedy };
  return (
    <section className="card stack panel" aria-label="Tensor map">
      <DimensionTable {...fields} />
      <ModeFields {...fields} />
      <BreachList breaches={breaches} onRemedy={onRemedy} onRepair={() => update(stateOfCopy(copy))} />
    </section>
  );
}
