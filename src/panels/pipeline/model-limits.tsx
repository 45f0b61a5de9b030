/** The limits of the model of pipelines, below its numbers. */
import { FoldedPart } from '../folded-part.tsx';
import { FactList } from '../kit/fact-list.tsx';
import css from './model-limits.module.css';

const LIMITS = [
  ['L2 and DRAM', 'one latency and one rate stand for both; no other CTA uses them'],
  ['Other CTAs of the SM', 'each has the SM to itself; clusters and multicast are one CTA'],
  ['Stalls of single instructions', 'dependencies, the issue order of warps, instruction fetch'],
  [
    'Disorder',
    'attention’s warpgroups take turns at the tensor cores by themselves; on a GPU barriers still gain up to 8 %',
  ],
  ['Bank conflicts', 'reads of a stage take no time of their own: the bank maps show them'],
  ['Clock changes', 'all times are in clk of one clock: no milliseconds, no share of a peak'],
] as const;

export const ModelLimits = () => (
  <FoldedPart title="What the model leaves out">
    <FactList className={css.facts} facts={LIMITS.map(([name, value]) => ({ name, value }))} />
  </FoldedPart>
);
