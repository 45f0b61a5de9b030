/** Limits for the cost of a line: local memory, diverged lanes, atomics on one address. */
import { ok, type Result } from '../src/base/result.ts';
import type { Finding } from '../src/trace/finding.ts';
import { limitOf } from './counts.ts';
import { sourcePlace } from './finding-text.ts';

const LIMITS = [
  { option: 'max-local', kinds: ['localMemory'], unit: 'sectors' },
  { option: 'max-divergence', kinds: ['divergence'], unit: 'lane slots' },
  { option: 'max-contention', kinds: ['atomicContention'], unit: 'turns' },
] as const;

type CostOptions = Readonly<Record<(typeof LIMITS)[number]['option'], string | undefined>>;

/** Limits by kind of finding: how far its cost may exceed the ideal. */
export type CostLimits = ReadonlyMap<Finding['kind'], number>;

export function costLimitsOf(options: CostOptions): Result<CostLimits, string> {
  const limits = new Map<Finding['kind'], number>();
  for (const { option, kinds, unit } of LIMITS) {
    const most = limitOf(option, options[option], unit);
    if (!most.ok) return most;
    for (const kind of kinds) limits.set(kind, most.value);
  }
  return ok(limits);
}

/** Costs above their limits; their sentences then name the limit. */
export const costsOver = (limits: CostLimits, findings: readonly Finding[]): Finding[] =>
  findings.flatMap(finding => {
    const { cost, kind, message } = finding;
    const most = limits.get(kind);
    if (cost === null || most === undefined || cost.actual - cost.ideal <= most) return [];
    return [
      {
        ...finding,
        message: `${message} (${cost.actual - cost.ideal} ${cost.unit} too many, at most ${most} allowed)`,
      },
    ];
  });

/** One line on the costs that do not fail, the largest first in `findings`; '' if there are none. */
export function costText(findings: readonly Finding[], told: readonly Finding[], ptxPath: string): string {
  const isTold = ({ kind, place }: Finding) => told.some(t => t.kind === kind && t.place.ptxLine === place.ptxLine);
  const costs = findings.filter(finding => finding.rank === 'cost' && !isTold(finding));
  const [first] = costs;
  if (first === undefined) return '';
  const { file, line } = sourcePlace(first, ptxPath);
  const { cost } = first;
  const words = cost === null ? first.kind : `${cost.actual} ${cost.unit} where ${cost.ideal} would do`;
  const most = costs.length === 1 ? '1 cost, at' : `${costs.length} costs, most at`;
  return `${most} ${file}:${line}: ${words}. \`emulate\` says what helps; a limit (--max-excess N, --max-sectors N, …) makes costs fail.\n`;
}
