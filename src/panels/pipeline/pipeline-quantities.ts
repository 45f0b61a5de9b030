/** Numbers that sum up a run of a pipeline, in words; a dash for what it does not have. */

import { count, MISSING } from '../../base/numbers.ts';
import { markers } from '../../model/pipeline/markers.ts';
import type { RunRecords, Unit } from '../../model/pipeline/pipeline-run.ts';
import { timesByRole } from '../../model/pipeline/role-times.ts';
import { type StepPeriod, stepPeriod } from '../../model/pipeline/step-period.ts';
import type { Scenario } from '../../trace/scenario.ts';

export const clkText = (clk: number): string => count(Math.round(clk));

/** Noun for the steps of a ring: steps along K, blocks of keys and values, or just steps. */
export const stepNoun = ({ buffers }: Pick<Scenario, 'buffers'>): string => {
  const has = (name: string) => buffers.some(buffer => buffer.name === name);
  return has('k') && has('v') ? 'block' : has('ring') ? 'K step' : 'step';
};

export const periodText = (scenario: Scenario, run: RunRecords): string => {
  const period = stepPeriod(scenario, run);
  return period === null ? MISSING : clkText(period.clk);
};

const UNIT_WORDS: Readonly<Record<Unit, string>> = { copy: 'copy', tensor: 'tensor', exp: 'exp', issue: 'issue' };
const UNITS: readonly Unit[] = ['copy', 'tensor', 'exp', 'issue'];

/** 'max(copy 942, tensor 1,024)': no step can take less; units that need no tenth of the greatest are left out. */
export function periodFormula(scenario: Scenario, run: RunRecords): string {
  const period = stepPeriod(scenario, run);
  if (period === null) return '';
  const greatest = Math.max(...UNITS.map(unit => period.unitClk[unit]));
  const terms = UNITS.filter(unit => period.unitClk[unit] > greatest / 10).map(unit => term(unit, period));
  return terms.length === 1 ? terms[0] : `max(${terms.join(', ')})`;
}

const term = (unit: Unit, { unitClk }: StepPeriod): string => `${UNIT_WORDS[unit]} ${clkText(unitClk[unit])}`;

export function firstProductText(run: RunRecords): string {
  const starts = markers.of(run).filter(({ id }) => id.startsWith('mma '));
  return starts.length === 0 ? MISSING : clkText(Math.min(...starts.map(({ at }) => at)));
}

export const endText = ({ deadlock, totalClk }: RunRecords): string =>
  deadlock === null ? clkText(totalClk) : MISSING;

export const busyText = ({ busyClk, totalClk }: RunRecords, unit: Unit): string =>
  totalClk === 0 ? MISSING : `${((100 * busyClk[unit]) / totalClk).toFixed(1)} %`;

/** Clk that all roles together wait for barriers whose name begins so; a dash where there is none, or no end to it. */
export function waitingText({ barriers }: Pick<Scenario, 'barriers'>, run: RunRecords, name: string): string {
  if (run.deadlock !== null || !barriers.some(barrier => barrier.name.startsWith(name))) return MISSING;
  const waits = timesByRole.of(run).flatMap(role => role.waits.filter(({ what }) => what.startsWith(name)));
  return clkText(waits.reduce((sum, { clk }) => sum + clk, 0));
}
