/** Says at a finding about shared memory which regions it touches. */
import type { LineSummary } from '../../model/findings/line-summary.ts';
import type { ExecutionProfile } from '../../trace/execution-profile.ts';
import type { Fault } from '../../trace/fault.ts';
import type { Finding } from '../../trace/finding.ts';
import { type SharedRegion, slotsWith } from '../../trace/shared-region.ts';

interface RegionPlaces {
  readonly regions: readonly SharedRegion[];
  readonly lines: LineSummary;
  readonly profile: ExecutionProfile;
  readonly faults: readonly Fault[];
  /** Offset of the first shared byte of a CTA. */
  readonly sharedBaseBytes: number;
}

const SHARED_COSTS: readonly Finding['kind'][] = ['bankConflicts', 'atomicContention'];
const MOST_NAMES = 4;

export function withRegions(findings: readonly Finding[], places: RegionPlaces): readonly Finding[] {
  if (places.regions.length === 0) return findings;
  const bytes = bytesOfFaults(places);
  const requests = requestsByLine(places);
  return findings.map(finding => {
    const touched = SHARED_COSTS.includes(finding.kind)
      ? (requests.get(lineKey(finding.place)) ?? [])
      : (bytes.get(finding.message) ?? []);
    const names = slotsWith(places.regions, touched);
    return names.length === 0 ? finding : { ...finding, regions: sentence(names) };
  });
}

/** For each fault, by its sentence: the bytes of shared memory that it names. */
function bytesOfFaults({ faults, sharedBaseBytes }: RegionPlaces): ReadonlyMap<string, readonly number[]> {
  const named = faults.flatMap(fault => {
    if (!('address' in fault) || ('space' in fault && fault.space !== 'shared')) return [];
    const isShared = fault.kind !== 'race' || fault.between !== 'ctas';
    return isShared ? [[fault.message, [fault.address - sharedBaseBytes]] as const] : [];
  });
  return new Map(named);
}

/** For each source line (or line of the PTX, if there is none): the bytes of the worst request of shared memory. */
function requestsByLine({ lines, profile }: RegionPlaces): ReadonlyMap<string, readonly number[]> {
  const ptxLines = new Map(profile.instructions.map(({ pc, ptxLine }) => [pc, ptxLine]));
  const found = new Map<string, number[]>();
  for (const { pc, file, line, space, worst } of lines.instructions) {
    if (space !== 'shared') continue;
    const key = lineKey({ file, line, ptxLine: ptxLines.get(pc) ?? 0 });
    found.set(key, [...(found.get(key) ?? []), ...worst.address.filter(at => at >= 0)]);
  }
  return found;
}

const lineKey = ({ file, line, ptxLine }: Pick<Finding['place'], 'file' | 'line' | 'ptxLine'>): string =>
  line > 0 ? `${file}:${line}` : `ptx:${ptxLine}`;

function sentence(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).join(', ');
  return `In shared memory: ${shown}${names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : ''}.`;
}
