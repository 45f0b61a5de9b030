/** Numbers that sum up a run of a pipeline, in words; a dash for what it does not have. */
import type { PipelineRun, Unit } from '../../model/pipeline/pipeline-run.ts';
import { type StepPeriod, stepPeriod } from '../../model/pipeline/step-period.ts';
import type { Scenario } from '../../trace/scenario.ts';
import { count, MISSING } from '../numbers.ts';

export const clkText = (clk: number): string => count(Math.round(clk));

/** What the steps of a ring are called: along K, blocks of keys and values, or just rounds. */
export const stepNoun = ({ buffers }: Pick<Scenario, 'buffers'>): string => {
  const has = (name: string) => buffers.some(buffer => buffer.name === name);
  return has('k') && has('v') ? 'block' : has('ring') ? 'K step' : 'step';
};

export const periodText = (scenario: Scenario, run: PipelineRun): string => {
  const period = stepPeriod(scenario, run);
  return period === null ? MISSING : clkText(period.clk);
};

const UNIT_WORDS: Readonly<Record<Unit, string>> = { copy: 'copy', tensor: 'tensor', exp: 'exp', issue: 'issue' };
const UNITS: readonly Unit[] = ['copy', 'tensor', 'exp', 'issue'];

/** 'max(copy 942, tensor 1,024)': no step can take less; units that need no tenth of the greatest are left out. */
export function periodFormula(scenario: Scenario, run: PipelineRun): string {
  const period = stepPeriod(scenario, run);
  if (period === null) return '';
  const greatest = Math.max(...UNITS.map(unit => period.unitClk[unit]));
  const terms = UNITS.filter(unit => period.unitClk[unit] > greatest / 10).map(unit => term(unit, period));
  return terms.length === 1 ? terms[0] : `max(${terms.join(', ')})`;
}

const term = (unit: Unit, { unitClk }: StepPeriod): string => `${UNIT_WORDS[unit]} ${clkText(unitClk[unit])}`;

export function firstProductText({ spans }: PipelineRun): string {
  const starts = spans.filter(({ kind }) => kind === 'mma').map(({ from }) => from);
  return starts.length === 0 ? MISSING : clkText(starts.reduce((least, from) => Math.min(least, from)));
}

export const endText = ({ deadlock, totalClk }: PipelineRun): string =>
  deadlock === null ? clkText(totalClk) : MISSING;

export const busyText = ({ busyClk, totalClk }: PipelineRun, unit: Unit): string =>
  totalClk === 0 ? MISSING : `${((100 * busyClk[unit]) / totalClk).toFixed(1)} %`;

/** Clk that all roles together wait for barriers whose name begins so; a dash where there is none, or no end to it. */
export function waitingText(
  { barriers }: Pick<Scenario, 'barriers'>,
  { spans, deadlock }: PipelineRun,
  name: string,
): string {
  if (deadlock !== null || !barriers.some(barrier => barrier.name.startsWith(name))) return MISSING;
  const waits = spans.filter(({ kind, barrier }) => kind === 'wait' && barrier?.name.startsWith(name));
  return clkText(waits.reduce((sum, { from, to }) => sum + (to - from), 0));
}
