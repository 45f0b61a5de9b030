/** Heading about the pipelines on the stage, and a line below it. */

import { count, listed } from '../../base/numbers.ts';
import { stepPeriod } from '../../model/pipeline/step-period.ts';
import { clkText, stepNoun } from '../../panels/pipeline/pipeline-quantities.ts';
import type { PipelineSide } from '../../panels/pipeline/pipeline-side.ts';
import type { PipelineModel } from '../kit/pipeline/use-pipeline.ts';
import { whoWords } from '../kit/pipeline/who-words.ts';

/** The preset's title, or that several are compared. */
export function titleOf({ variants }: Pick<PipelineModel, 'variants'>): string {
  const titles = [...new Set(variants.map(({ preset }) => preset.title))];
  return titles.length === 1 ? titles[0] : `Pipelines compared: ${listed(variants.map(({ letter }) => letter))}`;
}

/** '1 producer and 2 consumers go round 4 stages; under way, a K step takes 1,024 cycles.' */
export function ledeOf(sides: readonly PipelineSide[]): string {
  if (sides.length === 0) return 'Nothing to draw yet.';
  if (sides.length > 1) return 'One time axis for all; the dashed line is the end of A.';
  const [{ scenario, run }] = sides;
  const who = whoWords(scenario);
  if (run.deadlock !== null) return `${who}, until no role can go on.`;
  const period = stepPeriod(scenario, run);
  return period === null
    ? `${who}.`
    : `${who}; under way, a ${stepNoun(scenario)} takes ${clkText(period.clk)} cycles.`;
}

/** 'one CTA, 16 K steps'; '' of none. */
export function subjectOf(sides: readonly PipelineSide[]): string {
  if (sides.length === 0) return '';
  const [{ run, scenario }] = sides;
  const period = stepPeriod(scenario, run);
  return period === null || sides.length > 1
    ? 'one CTA each'
    : `one CTA, ${count(period.steps)} ${stepNoun(scenario)}s`;
}
