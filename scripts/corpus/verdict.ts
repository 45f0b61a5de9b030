/** Compares what the emulator finds in a kernel of the corpus with what it should find. */
import { AdviceTrials, type AdvisedRun } from '../../src/inspect/advice/trials.ts';
import { withTried } from '../../src/inspect/advice/words.ts';
import { startInspection } from '../../src/inspect/index.ts';
import type { Module } from '../../src/ptx/parse/ast.ts';
import type { Fault, FaultPlace } from '../../src/trace/fault.ts';
import type { Finding } from '../../src/trace/finding.ts';
import type { Launch } from '../../src/trace/launch.ts';
import { COST_TOPIC, type CorpusFile, type CorpusKernel, type Expected } from './corpus.ts';
import { guessedLaunch } from './guessed.ts';

const MOST_INSTRUCTIONS = 5e7;

interface Found extends Finding {
  /** Lines of the corpus file at which it is found. */
  readonly lines: readonly number[];
}

/** Sentences about differences; none if a kernel is judged as expected. */
export function differences(module: Module, { path, topic }: CorpusFile, kernel: CorpusKernel): string[] {
  const { entry, expected } = kernel;
  const launch = kernel.launch ?? guessedLaunch(module, entry);
  const options = { faults: 'all', tracedCtas: [], maxWarpInstructions: MOST_INSTRUCTIONS } as const;
  const run = startInspection(module, launch, options);
  if (!run.ok) return [`${run.error.field}: ${run.error.message}`];
  while (!run.value.run(MOST_INSTRUCTIONS).done);
  const { findings, emulation } = run.value.finish();
  const judged = findings.filter(
    ({ rank, kind }) => rank !== 'cost' || (topic === COST_TOPIC && isAsked(kind, expected)),
  );
  const isTrialAsked = expected.some(({ tried }) => tried !== '');
  const tried = isTrialAsked ? triedFindings(module, launch, judged, emulation) : judged;
  const found = tried.map(finding => ({ ...finding, lines: linesOf(finding, emulation.faults, path) }));
  return [...expected.flatMap(wanted => missing(wanted, found)), ...found.flatMap(one => unexpected(one, expected))];
}

function triedFindings(module: Module, launch: Launch, findings: readonly Finding[], run: AdvisedRun): Finding[] {
  const trials = new AdviceTrials(module, launch, {}, run);
  while (!trials.run(MOST_INSTRUCTIONS));
  return withTried(findings, trials.advice);
}

/** Each branch by lane costs something: only where a kernel is about that, it counts. */
const isAsked = (kind: Finding['kind'], expected: readonly Expected[]): boolean =>
  kind !== 'divergence' || expected.some(wanted => wanted.kind === kind);

/** A place that is marked as missed must still be missed: else the mark has to go. */
function missing(wanted: Expected, found: readonly Found[]): string[] {
  const fitting = found.filter(one => fits(wanted, one));
  const words = `${wanted.rank} ${wanted.kind} at line ${wanted.line}`;
  if (wanted.missed !== null) return fitting.length > 0 ? [`${words} is found now, and marked as missed`] : [];
  if (fitting.length === 0) return [`${words} is not found`];
  const advised = fitting.some(({ fix, tried = '' }) => fix.includes(wanted.advice) && tried.includes(wanted.tried));
  return advised ? [] : [`${words} comes with other advice: ${fitting[0].fix} ${fitting[0].tried ?? ''}`];
}

const unexpected = (one: Found, expected: readonly Expected[]): string[] =>
  expected.some(wanted => fits(wanted, one)) ? [] : [`${one.rank} ${one.kind}: ${one.message}`];

const fits = ({ rank, kind, line }: Expected, one: Found): boolean =>
  rank === one.rank && kind === one.kind && one.lines.includes(line);

/** Lines of a finding; for a place in a header, those of the calls through which it came into the kernel. */
function linesOf({ kind, message, place, other }: Finding, faults: readonly Fault[], path: string): number[] {
  const fault = faults.find(one => one.kind === kind && one.message === message);
  const waiters = fault?.kind === 'deadlock' ? fault.waiters.map(waiter => waiter.place) : [];
  const places: FaultPlace[] = [place, ...(other ? [other.place] : []), ...waiters];
  return places
    .flatMap(at => [at, ...(at.calls ?? [])])
    .filter(({ file }) => file.endsWith(path))
    .map(({ line }) => line);
}
