/** Report of `lanescape emulate` on a run, as JSON and as text. */
import { createHash } from 'node:crypto';
import type { FoundBlock } from '../src/inspect/fitting-block.ts';
import type { GlobalTotals, SharedTotals } from '../src/model/banks/trace-summary.ts';
import { faultFinding } from '../src/model/findings/fault-findings.ts';
import { averageActiveLanes, warpSummary } from '../src/model/warps/warp-summary.ts';
import type { EmulationProgress } from '../src/ptx/emulation.ts';
import type { AccessKind } from '../src/trace/access-trace.ts';
import type { ExecutionProfile } from '../src/trace/execution-profile.ts';
import type { Fault, Hazard } from '../src/trace/fault.ts';
import type { Finding } from '../src/trace/finding.ts';
import type { Print } from '../src/trace/print.ts';
import type { SharedRegion } from '../src/trace/shared-region.ts';
import { type ClusterSum, clusterSums } from './cluster-sums.ts';
import { findingText, LINEINFO_HINT, lacksLines } from './finding-text.ts';
import { GUESS_SECONDS, type LaunchRun } from './launch-run.ts';
import { regionsText } from './region-text.ts';
import { type TableCell, textTable } from './table.ts';

/** Matrix loads and stores count as loads and stores. Atomics and asynchronous copies are listed only if there are any. */
const DIRECTIONS: readonly {
  readonly name: string;
  readonly kinds: readonly AccessKind[];
  readonly always: boolean;
}[] = [
  { name: 'load', kinds: ['load', 'ldmatrix'], always: true },
  { name: 'store', kinds: ['store', 'stmatrix'], always: true },
  { name: 'atomic', kinds: ['atomic'], always: false },
  { name: 'copy', kinds: ['copy', 'bulk'], always: false },
];

type SharedSum = Pick<SharedTotals, 'requests' | 'wavefronts' | 'ideal'>;
type GlobalSum = Pick<GlobalTotals, 'requests' | 'sectors' | 'ideal'>;

export interface LaunchSummary {
  readonly ok: boolean;
  /** False if the time was over before the run ended. */
  readonly complete: boolean;
  /** Warp instructions. */
  readonly instructions: number;
  readonly shared: Readonly<Record<string, SharedSum>>;
  readonly global: Readonly<Record<string, GlobalSum>>;
  /** Sums by direction, only for directions that have accesses. */
  readonly cluster: Readonly<Record<string, ClusterSum>>;
  /** Regions of shared memory. */
  readonly sharedRegions: readonly SharedRegion[];
  readonly profile: ProfileSummary;
  /** Every buffer, in the launch's order, with the hash of its final bytes. */
  readonly buffers: readonly { readonly name: string; readonly sha256: string }[];
  readonly prints: readonly Print[];
  /** Whether some printed text was dropped. */
  readonly printsCut: boolean;
  /** One sentence about what the checkers did not check; empty if they checked everything. */
  readonly unchecked: string;
  /** Findings of the emulator, with what usually helps. */
  readonly faults: readonly (Fault & Help)[];
  readonly hazards: readonly (Hazard & Help)[];
  readonly costs: readonly Finding[];
  /** Paths of the launch that are guesses; absent where none is. */
  readonly guessed?: readonly string[];
  /** A block that would do in place of a guessed one; absent where none is known. */
  readonly fittingBlock?: FoundBlock;
}

type Help = Pick<Finding, 'fix' | 'tried' | 'fitting'>;

/** Counts of PTX, not of the machine code that ptxas makes of it. */
interface ProfileSummary {
  /** Mean number of the 32 lanes that were active in an instruction. */
  readonly averageActiveLanes: number;
  /** Instructions at which some living lanes of the warp were elsewhere. */
  readonly diverged: number;
  /** Warps that had to wait at barriers. */
  readonly barrierWaits: number;
  /** Warp instructions of each class that ran. */
  readonly classes: Readonly<Record<string, number>>;
}

/** @param block the one that would do in place of a guessed one. */
export function launchSummary(
  { launch, inspection, stopped, guesses }: LaunchRun,
  block: FoundBlock | null,
): LaunchSummary {
  const { emulation, summary, findings } = inspection;
  return {
    ok: emulation.ok,
    complete: stopped === null,
    instructions: emulation.warpInstructions,
    shared: byDirection(summary.shared, ['requests', 'wavefronts', 'ideal']),
    global: byDirection(summary.global, ['requests', 'sectors', 'ideal']),
    cluster: clusterSums(inspection.lines, DIRECTIONS),
    sharedRegions: inspection.regions,
    profile: profileSummary(inspection.profile),
    buffers: launch.buffers.map(({ name }) => ({ name, sha256: sha256(emulation.buffers.get(name)!) })),
    prints: emulation.prints,
    printsCut: emulation.printsCut,
    unchecked: emulation.unchecked,
    faults: emulation.faults.map(fault => ({ ...fault, ...helpFor(fault, findings) })),
    hazards: emulation.hazards.map(hazard => ({ ...hazard, ...helpFor(hazard, findings) })),
    costs: findings.filter(({ rank }) => rank === 'cost'),
    ...(guesses.guessed.length > 0 && { guessed: guesses.guessed }),
    ...(block && { fittingBlock: block }),
  };
}

function helpFor(fault: Fault, findings: readonly Finding[]): Help {
  const told = findings.find(({ kind, message }) => kind === fault.kind && message === fault.message);
  const { fix, tried, fitting } = told ?? faultFinding(fault);
  return { fix, ...(tried !== undefined && { tried }), ...(fitting && { fitting }) };
}

function profileSummary(profile: ExecutionProfile): ProfileSummary {
  const warps = warpSummary(profile);
  return {
    averageActiveLanes: Number(averageActiveLanes(warps).toFixed(2)),
    diverged: warps.diverged,
    barrierWaits: warps.waits,
    classes: Object.fromEntries(warps.classes.map(({ class: name, issues }) => [name, issues])),
  };
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Adds up the columns of all kinds that belong to one direction. */
function byDirection<K extends string>(
  totals: Readonly<Record<AccessKind, Readonly<Record<K, number>>>>,
  columns: readonly K[],
): Record<string, Record<K, number>> {
  const entries = DIRECTIONS.map(({ name, kinds, always }) => {
    const sums = columns.map(column => [column, kinds.reduce((sum, kind) => sum + totals[kind][column], 0)]);
    return { name, always, sums: Object.fromEntries(sums) as Record<K, number> & { requests: number } };
  });
  return Object.fromEntries(entries.filter(e => e.always || e.sums.requests > 0).map(({ name, sums }) => [name, sums]));
}

/** Its parts have an empty line between them; each ends with a line feed. */
export const summaryText = (summary: LaunchSummary, run: LaunchRun): string => {
  const { findings } = run.inspection;
  return [
    headText(summary, run),
    textTable(['access', 'requests', 'cost', 'in', 'ideal'], accessRows(summary)),
    regionsText(summary),
    buffersText(summary),
    printsText(summary),
    findings.map(finding => findingText(finding, run.ptxName)).join(''),
    lacksLines(findings) ? LINEINFO_HINT : '',
  ]
    .filter(part => part !== '')
    .join('\n');
};

function headText({ ok, complete, faults, instructions, profile }: LaunchSummary, run: LaunchRun): string {
  const outcome = ok ? 'ok' : faults.length > 0 || complete ? 'faulted' : 'stopped';
  const { averageActiveLanes: lanes, diverged, barrierWaits } = profile;
  const warps = `${lanes} of 32 lanes active on average, ${diverged} instructions with lanes elsewhere, ${barrierWaits} waits at barriers`;
  return `${outcome}: ${instructions} warp instructions\n${limitsText(run)}${warps} (of the PTX, not of SASS)\n`;
}

/** '' if the run ended by itself and was checked completely. */
export const limitsText = ({ stopped, inspection, isUsualTime }: LaunchRun): string => {
  const { unchecked } = inspection.emulation;
  const end =
    stopped === null
      ? ''
      : `the time was over after ${stopped.ctasDone} of ${stopped.ctasTotal} CTAs${lineOf(stopped)}\n${isUsualTime ? USUAL_TIME : ''}`;
  return unchecked === '' ? end : `${end}${unchecked}\n`;
};

const USUAL_TIME = `A guess has ${GUESS_SECONDS} s, since its numbers may lead into a loop that does not end. --max-seconds S gives it more; --save-launch FILE writes the launch, to be edited.\n`;

/** Line at which a warp stood then: a kernel that does not end loops there. */
const lineOf = ({ at }: EmulationProgress): string => {
  if (!at) return '';
  return at.line > 0 ? `, at ${at.file}:${at.line}` : `, at line ${at.ptxLine} of the PTX`;
};

const accessRows = ({ shared, global, cluster }: LaunchSummary): TableCell[][] => [
  ...Object.entries(shared).map(([name, s]) => [`shared ${name}`, s.requests, s.wavefronts, 'wavefronts', s.ideal]),
  ...Object.entries(global).map(([name, s]) => [`global ${name}`, s.requests, s.sectors, 'sectors', s.ideal]),
  ...Object.entries(cluster).map(([name, s]) => [`cluster ${name}`, s.requests, s.addresses, 'addresses', '']),
];

const buffersText = ({ buffers }: LaunchSummary): string =>
  buffers.length === 0
    ? ''
    : textTable(
        ['buffer', 'sha256'],
        buffers.map(({ name, sha256 }) => [name, sha256]),
      );

/** Output of the kernel's printf calls, as a terminal would show it. */
function printsText({ prints, printsCut }: LaunchSummary): string {
  const text = prints.map(print => print.text).join('');
  const end = text === '' || text.endsWith('\n') ? '' : '\n';
  return printsCut ? `${text}${end}(more was printed, but not kept)\n` : `${text}${end}`;
}
