/** Table that says which of the hardware's barriers the timeline's named ones are. */
import type { Scenario } from '../../trace/scenario.ts';
import css from './attention-page.module.css';

export const NamedBarriers = ({ scenario: { namedBarriers = [] } }: { readonly scenario: Scenario }) => (
  <p className={`caption ${css.barriers}`}>
    Named barriers: {namedBarriers.map(({ id, name }) => `${name} = bar ${id}`).join(', ')}.
  </p>
);
