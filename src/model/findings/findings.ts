/**
 * The findings of a run, as sentences. They are made from records that can be added up over the parts of a grid, so the
 * findings of the whole grid are those of its merged parts.
 */
import type { ExecutionProfile } from '../../trace/execution-profile.ts';
import type { Fault, Hazard } from '../../trace/fault.ts';
import type { Finding, FindingCost, FindingRank } from '../../trace/finding.ts';
import { divergenceFindings } from './divergence-findings.ts';
import { faultFinding, hazardFinding } from './fault-findings.ts';
import { type CostFinding, counted, FindingPlaces, whoOf } from './finding-words.ts';
import { sectorFinding } from './global-findings.ts';
import type { AccessTotals, LineSummary } from './line-summary.ts';
import { atomicFinding, constantFinding, localMemoryFinding } from './memory-findings.ts';
import { bankConflictFinding } from './shared-findings.ts';
import { swizzleBaseFindings } from './swizzle-base-findings.ts';

export interface FindingSources {
  readonly lines: LineSummary;
  readonly profile: ExecutionProfile;
  readonly faults: readonly Fault[];
  readonly hazards: readonly Hazard[];
}

/** Faults first, then hazards, then by what they cost. */
export function findingsOf({ lines, profile, faults, hazards }: FindingSources): Finding[] {
  const places = new FindingPlaces(profile);
  const costs = placesOf(lines).flatMap(accesses => findingsAt(accesses, places));
  const findings = [
    ...faults.map(faultFinding),
    ...hazards.map(hazardFinding),
    ...costs,
    ...divergenceFindings(profile),
    ...swizzleBaseFindings(profile),
  ];
  return findings.sort((a, b) => RANKS.indexOf(a.rank) - RANKS.indexOf(b.rank) || lossOf(b) - lossOf(a));
}

/** The most that one request may take above its ideal: of shared memory in wavefronts, of global memory in sectors. */
export interface ExcessLimits {
  readonly wavefronts: number;
  readonly sectors: number;
}

/** A finding for each place with a request over a limit. */
export function findingsOver(
  limits: ExcessLimits,
  { lines, profile }: Pick<FindingSources, 'lines' | 'profile'>,
): Finding[] {
  const places = new FindingPlaces(profile);
  return placesOf(lines)
    .flat()
    .flatMap(totals => {
      const unit = totals.space === 'shared' ? 'wavefronts' : 'sectors';
      const isLimited = totals.space === 'shared' || totals.space === 'global';
      if (!isLimited || totals.worstExcess <= limits[unit]) return [];
      const finding = (ANALYSES[totals.space] ?? []).map(analysis => analysis(totals)).find(found => found !== null);
      const over = `${counted(totals.worstExcess, unit.slice(0, -1))} above the ideal in one request, at most ${limits[unit]} allowed`;
      return finding ? [placed({ ...finding, message: `${finding.message} (${over})` }, totals, places)] : [];
    });
}

/** One list for each source line; an instruction without a line stands for itself. */
const placesOf = ({ lines, instructions }: LineSummary): (readonly AccessTotals[])[] => [
  ...lines.filter(({ line }) => line > 0).map(({ accesses }) => accesses),
  ...instructions.filter(({ line }) => line === 0).map(totals => [totals]),
];

type Analysis = (totals: AccessTotals) => CostFinding | null;
const ANALYSES: Readonly<Partial<Record<AccessTotals['space'], readonly Analysis[]>>> = {
  shared: [bankConflictFinding, atomicFinding],
  global: [sectorFinding, atomicFinding],
  const: [constantFinding],
};

function findingsAt(accesses: readonly AccessTotals[], places: FindingPlaces): Finding[] {
  const found = accesses.flatMap(totals =>
    (ANALYSES[totals.space] ?? []).map(analysis => ({ totals, finding: analysis(totals) })),
  );
  // `printf` puts its arguments on the stack, and no code can avoid that.
  const local = accesses.filter(({ space, worst }) => space === 'local' && !places.prints(worst));
  return [...found, { totals: local[0], finding: localMemoryFinding(local) }].flatMap(({ totals, finding }) =>
    finding === null ? [] : [placed(finding, totals, places)],
  );
}

/** The finding at the place of the worst request. */
const placed = (finding: CostFinding, { worst, requests, over }: AccessTotals, places: FindingPlaces): Finding => ({
  ...finding,
  place: places.of(worst),
  who: whoOf(worst),
  other: null,
  seen: '',
  count: over > 0 ? over : requests,
});

const RANKS: readonly FindingRank[] = ['fault', 'hazard', 'cost'];

/** The weight of a unit, compared with one issue slot or one pass over memory. It only sorts findings. */
const WEIGHTS: Readonly<Record<FindingCost['unit'], number>> = {
  wavefronts: 1,
  sectors: 1,
  addresses: 1,
  turns: 1,
  'lane slots': 1 / 32,
  bytes: 1 / 32,
};

const lossOf = ({ cost }: Finding): number => (cost === null ? 0 : (cost.actual - cost.ideal) * WEIGHTS[cost.unit]);
