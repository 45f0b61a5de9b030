/** Orders in which the producer loads and a consumer multiplies, read from the simulated scenario. */
import { useMemo } from 'react';
import { type OrderPart, orderOf } from '../../model/pipeline/presets/attention-order.ts';
import { presetScenario } from '../../model/pipeline/presets/preset.ts';
import { FoldedPart } from '../../panels/folded-part.tsx';
import { FactList } from '../../panels/kit/fact-list.tsx';
import type { Role } from '../../trace/scenario.ts';
import { type PipelineVariant, presetOf } from '../links/pipeline-variant.ts';
import css from './schedule-orders.module.css';

/** Enough that the first, the repeated and the last block are told apart. */
const BLOCKS = 4;

export function ScheduleOrders({ variant }: { readonly variant: PipelineVariant }) {
  const roles = useMemo(() => rolesOf(variant), [variant]);
  return (
    <FoldedPart title="Order of one tile of Q" note="N blocks of K and V, the last one first">
      <FactList className={css.roles} facts={roles.map(role => ({ name: role.name, value: <Order role={role} /> }))} />
    </FoldedPart>
  );
}

const Order = ({ role }: { readonly role: Role }) => (
  <span className={`row wrap ${css.order}`}>
    {orderOf(role).map(part => (
      <Part key={`${part.times} ${part.words[0].text}`} {...part} />
    ))}
  </span>
);

/** The producer and the first consumer; the others do the same. */
function rolesOf(variant: PipelineVariant): readonly Role[] {
  const scenario = presetScenario(presetOf(variant.preset), { ...variant.changes, tiles: 1, blocks: BLOCKS });
  return scenario.ok ? scenario.value.roles.slice(0, 2) : [];
}

const Part = ({ times, words }: OrderPart) => (
  <span className={`row wrap ${css.part}`} data-repeated={times !== null || undefined}>
    {times !== null && <em>{times}</em>}
    {words.map(({ text, kind }, i) => (
      <span key={keyOf(words, i)} data-kind={kind}>
        {text}
      </span>
    ))}
  </span>
);

/** The same may be done twice. */
const keyOf = (words: OrderPart['words'], i: number): string =>
  `${words[i].text} ${words.slice(0, i).filter(({ text }) => text === words[i].text).length}`;
