/** What the numbers of the timeline's named barriers stand for. */
import { barrierName } from '../../model/pipeline/presets/attention-shape.ts';
import { plainSteps } from '../../model/pipeline/steps.ts';
import type { Scenario } from '../../trace/scenario.ts';
import css from './attention-page.module.css';

export function NamedBarriers({ scenario: { roles } }: { readonly scenario: Scenario }) {
  const ids = new Set(
    roles
      .flatMap(({ steps }) => plainSteps(steps))
      .flatMap(step => (step.do === 'barSync' || step.do === 'barArrive' ? [step.id] : [])),
  );
  return (
    <p className={css.barriers}>
      Named barriers:{' '}
      {[...ids]
        .sort((a, b) => a - b)
        .map(id => `bar ${id} = ${barrierName(id)}`)
        .join(', ')}
      .
    </p>
  );
}
