/** Lane slots that stay empty: lines at which a branch excludes part of a warp, and warps that start incomplete. */
import { LANES } from '../../base/hardware.ts';
import type { ExecutionProfile, ProfiledInstruction } from '../../trace/execution-profile.ts';
import type { Finding } from '../../trace/finding.ts';
import { counted, placeOfProfiled } from './finding-words.ts';

/**
 * A line is reported only if it wastes at least this share of the kernel's lane slots, and its warps are not nearly
 * full.
 */
const LEAST_SHARE = 0.05;
const MOST_LANES = 24;

export function divergenceFindings(profile: ExecutionProfile): Finding[] {
  const total = profile.issues.reduce((sum, issues) => sum + issues, 0) * LANES;
  const runs = runsOf(linesOf(profile).filter(({ diverged }) => diverged > 0));
  const worth = runs.filter(
    run => !isElected(run) && run.lanes <= run.issues * MOST_LANES && lost(run) >= LEAST_SHARE * total,
  );
  return [...incompleteWarps(profile), ...worth.map(divergenceFinding)];
}

const lost = ({ issues, lanes }: LineLanes): number => issues * LANES - lanes;

/**
 * One elected lane starts copies of an engine, or waits at their barriers. The other lanes have nothing to do there, so
 * this is no waste.
 */
const isElected = ({ handles, issues, lanes }: LineLanes): boolean => handles && lanes <= issues;
const HANDLES = /^(@!?\S+\s+)?(cp\.(reduce\.)?async\.bulk|mbarrier\.)/;

interface LineLanes {
  readonly first: ProfiledInstruction;
  readonly lastLine: number;
  readonly issues: number;
  readonly lanes: number;
  readonly diverged: number;
  /** Whether copies of an engine start there, or their barriers are handled. */
  readonly handles: boolean;
}

/** Totals by file and line, sorted by both; an instruction without a line gets an entry of its own. */
function linesOf({ instructions, issues, lanes, diverged }: ExecutionProfile): LineLanes[] {
  const byLine = new Map<string, LineLanes>();
  instructions.forEach((instruction, i) => {
    const { file, line, ptxLine } = instruction;
    const key = line > 0 ? `${line} ${file}` : `PTX ${ptxLine}`;
    const counts = { issues: issues[i], lanes: lanes[i], diverged: diverged[i] };
    const own = { first: instruction, lastLine: line, ...counts, handles: HANDLES.test(instruction.text) };
    const known = byLine.get(key);
    byLine.set(key, known === undefined ? own : sumOf(known, own));
  });
  return [...byLine.values()].sort(byPlace);
}

const byPlace = ({ first: a }: LineLanes, { first: b }: LineLanes): number =>
  a.file === b.file ? a.line - b.line || a.ptxLine - b.ptxLine : a.file < b.file ? -1 : 1;

/** Joins neighbouring lines with the same active lanes: they belong to one branch and are reported once. */
function runsOf(lines: readonly LineLanes[]): LineLanes[] {
  const runs: LineLanes[] = [];
  for (const line of lines) {
    const last = runs[runs.length - 1];
    if (last !== undefined && last.first.file === line.first.file && isAlike(last, line))
      runs[runs.length - 1] = sumOf(last, line);
    else runs.push(line);
  }
  return runs;
}

const isAlike = (a: LineLanes, b: LineLanes): boolean => Math.abs(a.lanes / a.issues - b.lanes / b.issues) < 0.5;

const sumOf = (a: LineLanes, b: LineLanes): LineLanes => ({
  first: a.first,
  lastLine: b.lastLine,
  issues: a.issues + b.issues,
  lanes: a.lanes + b.lanes,
  diverged: a.diverged + b.diverged,
  handles: a.handles || b.handles,
});

function divergenceFinding({ first, lastLine, issues, lanes }: LineLanes): Finding {
  const where = lastLine > first.line ? ` (lines ${first.line} to ${lastLine})` : '';
  return {
    kind: 'divergence',
    rank: 'cost',
    place: placeOfProfiled(first),
    message: `a branch divides the warps${where}: ${averageOf(lanes, issues)} of ${LANES} lanes are active on average, ${lanes} of ${issues * LANES} lane slots used`,
    fix: 'Let whole warps take the same side: branch on the number of the warp, or renumber the work so that active lanes are neighbours.',
    cost: { unit: 'lane slots', actual: issues * LANES, ideal: lanes },
    who: null,
    other: null,
    seen: '',
    count: 1,
  };
}

/** At the first instruction no lane has branched or exited yet. */
function incompleteWarps({ instructions, issues, lanes }: ExecutionProfile): Finding[] {
  const entry = instructions.findIndex(({ pc }) => pc === 0);
  if (entry < 0 || lanes[entry] >= issues[entry] * LANES) return [];
  return [
    {
      kind: 'divergence',
      rank: 'cost',
      place: placeOfProfiled(instructions[entry]),
      message: `${counted(issues[entry], 'warp')} with ${averageOf(lanes[entry], issues[entry])} of ${LANES} lanes on average at the start: the block's size is no multiple of ${LANES}`,
      fix: `Choose a block of a multiple of ${LANES} threads.`,
      cost: null,
      who: null,
      other: null,
      seen: '',
      count: 1,
    },
  ];
}

const averageOf = (lanes: number, issues: number): string => (lanes / issues).toFixed(1).replace('.0', '');
