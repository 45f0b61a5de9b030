/** `lanescape check`: fails if a launch is wrong, for continuous integration. */

import { ok, type Result } from '../src/base/result.ts';
import type { TriedAdvice } from '../src/inspect/advice/trials.ts';
import { withTried } from '../src/inspect/advice/words.ts';
import { withLengths } from '../src/inspect/fitting-length.ts';
import { withGuesses } from '../src/inspect/guessed-launch.ts';
import type { Inspection } from '../src/inspect/inspection.ts';
import { type OrdersTried, raceFound } from '../src/inspect/other-orders.ts';
import { withPointers } from '../src/inspect/pointer-origins.ts';
import { faultFinding, hazardFinding } from '../src/model/findings/fault-findings.ts';
import { type ExcessLimits, findingsOver } from '../src/model/findings/findings.ts';
import type { Module } from '../src/ptx/parse/ast.ts';
import { type Hazard, isRefusal } from '../src/trace/fault.ts';
import type { Finding } from '../src/trace/finding.ts';
import { type AcceptedFinding, readAccepted, type Sifted, siftAccepted } from './accepted.ts';
import { tryAdvice } from './advice.ts';
import { type CostLimits, costLimitsOf, costsOver, costText } from './cost-limits.ts';
import { limitOf } from './counts.ts';
import { documentExpectations, type Expectations, measuredExpectations, readExpectations } from './expectations.ts';
import { annotation, findingText, LINEINFO_HINT, lacksLines } from './finding-text.ts';
import { type FittingGuesses, fittingBlockText, fittingGuesses } from './fitting-guesses.ts';
import { guessText } from './guessed-program.ts';
import { LAUNCH_OPTIONS, type LaunchRun, type PreparedLaunch, prepareLaunch, runLaunch } from './launch-run.ts';
import { launchSummary, limitsText } from './launch-summary.ts';
import { schedulesOf, schedulesText, trySchedules } from './schedules.ts';
import { say, sayJson, tellActions } from './terminal.ts';
import { defineVerb, INTERRUPTED, JSON_FLAG, type Outcome } from './verb.ts';

export const check = defineVerb({
  name: 'check',
  about: `
Runs a launch on the emulator, as \`emulate\` does, and fails if something is wrong. It prints each source line with a finding, and what usually helps:

  transpose.cu:24: cost: shared load of a column at pitch 128 B: all 32 lanes fall into one bank, 32 wavefronts where 1 would do; …
      Pad each row by 4 B to a pitch of 132 B (1 wavefront), XOR the column with the row (1 wavefront) or …

Without --launch, a launch is guessed from the kernel's code, as the workbench does: "The launch is guessed: …" says its
sizes, and findings that may come of them say so first, with the length of a buffer or the block that would do.
Where a barrier or a fence is advised, the launch runs again with it, and the finding says whether it goes; long launches
are not run again.
Findings have three ranks. A fault stops the kernel or corrupts its results; the check fails. After 100 different faults
the run ends. A hazard is something that the manual does not allow, though GPUs were seen to do it right, such as two
warps that store the same value to one word. It is a warning; with --strict the check fails for hazards, with --no-races
for hazards that are races. A cost is slow; one line tells what costs most, and the check fails if it exceeds a limit.
--schedules N also runs the launch in N other, random orders of its warps and CTAs, and fails if outputs differ, since a
GPU promises no order. The order that differs runs once more with the checkers, and what they find in it is named. If none
differs, that proves nothing.
--max-excess limits the cost of bank conflicts: how many more wavefronts each shared-memory request takes than without a
conflict. --max-sectors limits the cost of scattered or misaligned lanes: how many more 32-byte sectors each global-memory
request touches than if its bytes lay side by side. --max-local, --max-divergence and --max-contention limit, for each
line, the cost of spilled arrays, of diverged lanes and of atomics on one address; 0 allows none.

--accept names known findings, which do not make the check fail. An entry that matches no finding makes it fail:

  [ {"file": "histogram.cu", "line": 31, "kind": "race", "reason": "all warps store 1"} ]

--expect compares buffers after the run. Its file names some of the launch's buffers:

  { "out": {"sha256": "hex of the bytes"}, "sum": {"base64": "the bytes"},
    "y": {"values": [1, 2.5, "-Infinity"], "tolerance": 0.001},
    "z": {"formula": "p2 * x[i] + sum(k, 0, p3, y[k])", "tolerance": 0.001} }

A formula gives element i from the buffers' values before the run, as in x[i], and from scalar parameters; p2 is the
third one. It has C's operators, ** and the flooring // and %, min, max, abs, floor, ceil, round, sqrt, exp, log,
sin, cos, tanh and sum(k, from, to, term) over from <= k < to. Values are rounded to the buffer's type first; the
tolerance is absolute; its default is 0.
After a fault that --accept does not name, or when the time is over, nothing is compared, and the check says so and fails.
A capture must leave what the GPU answered; --max-ulps allows floats that are a few units in the last place off.
With --json: what \`emulate --json\` prints, and "findings": those that fail, "warnings": hazards that do not, "accepted":
[{"finding","reason"}], "schedules": {"tried","differs": {"schedule","message","found"} or null} or null, "differences": [{"buffer","message"}] of --expect, "uncompared": names of its buffers that were not compared, and "stale": entries of --accept that match no finding.
Exit code: 0; 1 if something failed or the time was over; 3 if the only failure is that the emulator refuses something
by name; 130 if interrupted.`,
  options: {
    ...LAUNCH_OPTIONS,
    'max-excess': { kind: 'value', value: 'N', help: 'most excess wavefronts of one shared-memory request' },
    'max-sectors': { kind: 'value', value: 'N', help: 'most excess sectors of one global-memory request' },
    'max-local': { kind: 'value', value: 'N', help: 'most sectors of local memory of one line' },
    'max-divergence': {
      kind: 'value',
      value: 'N',
      help: 'most lane slots that the lines of one branch may leave empty',
    },
    'max-contention': { kind: 'value', value: 'N', help: 'most turns above one a request of the atomics of one line' },
    strict: { kind: 'flag', help: 'also fail for hazards' },
    'no-races': { kind: 'flag', help: 'also fail for hazards that are races' },
    accept: { kind: 'value', value: 'FILE', help: 'known findings, which do not fail the check, JSON' },
    expect: { kind: 'value', value: 'FILE', help: 'what buffers must hold at the end, JSON' },
    'max-ulps': {
      kind: 'value',
      value: 'N',
      help: 'of a capture: how far elements may be from what the GPU answered; default 0',
    },
    schedules: {
      kind: 'value',
      value: 'N',
      help: 'also run N other orders of warps and CTAs, and fail if outputs differ',
    },
    github: { kind: 'flag', help: 'also print findings as annotations of GitHub Actions' },
    json: JSON_FLAG,
  },
  async run({ options }) {
    const limits = limitsOf(options['max-excess'], options['max-sectors']);
    if (!limits.ok) return limits;
    const costLimits = costLimitsOf(options);
    if (!costLimits.ok) return costLimits;
    const count = schedulesOf(options.schedules);
    if (!count.ok) return count;
    const maxUlps = limitOf('max-ulps', options['max-ulps'] ?? '0', 'units in the last place');
    if (!maxUlps.ok) return maxUlps;
    const prepared = await prepareLaunch(options, null);
    if (!prepared.ok) return prepared;
    const expectations = await expectationsOf(options.expect, prepared.value, maxUlps.value);
    if (!expectations.ok) return expectations;
    const accepted = options.accept === undefined ? ok([]) : await readAccepted(options.accept);
    if (!accepted.ok) return accepted;
    const run = await runLaunch(prepared.value);
    if (run === 'interrupted') return INTERRUPTED;
    const advice = await tryAdvice(prepared.value, run);
    if (advice === 'interrupted') return INTERRUPTED;
    const fitting = await fittingGuesses(prepared.value, run);
    if (fitting === 'interrupted') return INTERRUPTED;
    const schedules = count.value > 0 && run.stopped === null ? await trySchedules(prepared.value, count.value) : null;
    if (schedules === 'interrupted') return INTERRUPTED;
    const gate = {
      limits: limits.value,
      costLimits: costLimits.value,
      schedules,
      module: prepared.value.module,
      advice,
      fitting,
      expectations: expectations.value,
      accepted: accepted.value,
      endsAtFault: options['first-fault'],
    };
    return report(verdictOf(run, { ...gate, failsFor: hazardsThatFail(options) }), run, { ...options, fitting });
  },
});

function limitsOf(excess: string | undefined, sectors: string | undefined): Result<ExcessLimits, string> {
  const most = limitOf('max-excess', excess, 'wavefronts');
  if (!most.ok) return most;
  const mostSectors = limitOf('max-sectors', sectors, 'sectors');
  return mostSectors.ok ? ok({ wavefronts: most.value, sectors: mostSectors.value }) : mostSectors;
}

/** A file that is named counts before what a document says. */
const expectationsOf = async (path: string | undefined, { document, module, launch }: PreparedLaunch, ulps: number) => {
  if (path !== undefined) return readExpectations(path, launch);
  return document?.capture === undefined
    ? documentExpectations(document, module)
    : measuredExpectations(document, ulps);
};

interface Gate {
  readonly limits: ExcessLimits;
  readonly costLimits: CostLimits;
  readonly expectations: Expectations;
  readonly accepted: readonly AcceptedFinding[];
  readonly schedules: OrdersTried | null;
  readonly module: Module;
  readonly advice: readonly TriedAdvice[];
  readonly fitting: FittingGuesses;
  /** Whether the first fault ends the run. */
  readonly endsAtFault: boolean;
  /** Whether a hazard fails the check. */
  readonly failsFor: (hazard: Hazard) => boolean;
}

const hazardsThatFail =
  (options: { readonly strict: boolean; readonly 'no-races': boolean }) =>
  ({ kind }: Hazard): boolean =>
    options.strict || (options['no-races'] && kind === 'race');

interface Verdict extends Sifted {
  readonly passed: boolean;
  /** Hazards that do not make the check fail. */
  readonly warnings: readonly Finding[];
  readonly differences: readonly Difference[];
  /** Buffers that were not compared, because a fault or the time ended the run or spoilt what it left. */
  readonly uncompared: readonly string[];
  /** Null if it was not asked for, or if the run has no outputs to compare. */
  readonly schedules: OrdersTried | null;
}

interface Difference {
  readonly buffer: string;
  readonly message: string;
}

function verdictOf(run: LaunchRun, gate: Gate): Verdict {
  const { limits, costLimits, expectations, accepted, schedules, module, advice, fitting, failsFor, endsAtFault } =
    gate;
  const { inspection, stopped } = run;
  const { faults, hazards } = inspection.emulation;
  const guesses = withGuesses(faults.map(faultFinding), faults, run.guesses);
  const told = withLengths(guesses, fitting.lengths, run.launch);
  const hazardsTold = (kept: (hazard: Hazard) => boolean): readonly Finding[] =>
    withGuesses(hazards.filter(kept).map(hazardFinding), hazards, run.guesses);
  const found = withPointers(told, module, run.launch);
  const failing = withTried([...found, ...hazardsTold(failsFor)], advice);
  const sifted = siftAccepted(
    [...failing, ...findingsOver(limits, inspection), ...costsOver(costLimits, inspection.findings)],
    accepted,
  );
  const { findings, stale } = sifted;
  // What faults leave says nothing, unless all of them are known and the run went on to its end.
  const isWhole = stopped === null && (faults.length === 0 || !(endsAtFault || findings.some(isFault)));
  const differences = isWhole ? differencesOf(expectations, inspection) : [];
  const uncompared = isWhole ? [] : [...expectations.keys()];
  return {
    ...sifted,
    passed:
      [findings, stale, differences, uncompared].every(list => list.length === 0) &&
      stopped === null &&
      (schedules === null || schedules.differs === null),
    schedules,
    warnings: withTried(
      hazardsTold(hazard => !failsFor(hazard)),
      advice,
    ),
    differences,
    uncompared,
  };
}

const isFault = ({ rank }: Finding): boolean => rank === 'fault';

const differencesOf = (expectations: Expectations, { emulation }: Inspection): Difference[] =>
  [...expectations].flatMap(([buffer, compare]) => {
    const message = compare((emulation.buffers.get(buffer) ?? emulation.symbols.get(buffer))!);
    return message === null ? [] : [{ buffer, message }];
  });

interface ReportOptions {
  readonly launch: string | undefined;
  readonly capture: string | undefined;
  readonly json: boolean;
  readonly github: boolean;
  readonly fitting: FittingGuesses;
}

function report(verdict: Verdict, run: LaunchRun, options: ReportOptions): Outcome {
  const { passed, ...found } = verdict;
  if (options.json) sayJson({ ...launchSummary(run, options.fitting.block), ok: passed, ...found });
  else {
    say(guessText(run.guesses));
    say(findingsText(verdict, run.ptxName, options.capture ?? options.launch ?? ''));
    if (options.github) annotate(verdict, run.ptxName);
    const race = raceFound([...verdict.findings, ...verdict.warnings]);
    if (verdict.schedules !== null) say(schedulesText(verdict.schedules, race));
    say(fittingBlockText(options.fitting));
    say(endText(verdict, run));
  }
  if (passed) return ok(0);
  return ok(isRefused(verdict) ? 3 : 1);
}

/** Whether the only failure is that the emulator lacks something. */
const isRefused = ({ findings, stale }: Verdict): boolean =>
  findings.length > 0 && stale.length === 0 && findings.every(({ kind }) => isRefusal(kind));

const findingsText = (verdict: Verdict, ptx: string, launch: string): string =>
  [
    ...verdict.warnings.map(warning => findingText(warning, ptx)),
    ...verdict.accepted.map(({ finding, reason }) => findingText(finding, ptx, ` (accepted: ${reason})`)),
    ...verdict.findings.map(finding => findingText(finding, ptx)),
    ...verdict.stale.map(
      ({ file, line, kind }) => `${file}:${line}: no ${kind} is found here any more: remove it from --accept\n`,
    ),
    ...verdict.differences.map(({ buffer, message }) => `${launch}: buffer ${buffer}: ${message}\n`),
  ].join('');

function annotate({ findings, warnings }: Verdict, ptxPath: string): void {
  for (const warning of warnings) tellActions(annotation('warning', warning, ptxPath));
  for (const finding of findings)
    tellActions(annotation(isRefusal(finding.kind) ? 'warning' : 'error', finding, ptxPath));
}

function endText(verdict: Verdict, run: LaunchRun): string {
  const { passed, findings, warnings, accepted, stale, differences } = verdict;
  const outcome = passed ? 'passed' : isRefused(verdict) ? 'refused' : 'failed';
  return [
    lacksLines([...findings, ...warnings]) ? LINEINFO_HINT : '',
    limitsText(run),
    uncomparedText(verdict, run),
    costText(run.inspection.findings, [...findings, ...accepted.map(({ finding }) => finding)], run.ptxName),
    `check ${outcome}: ${counted(findings.length + stale.length + differences.length, 'finding')}, ${counted(warnings.length, 'warning')}`,
    accepted.length > 0 ? `, ${accepted.length} accepted\n` : '\n',
  ].join('');
}

const uncomparedText = ({ uncompared }: Verdict, { stopped }: LaunchRun): string =>
  uncompared.length === 0
    ? ''
    : `expected ${uncompared.join(', ')}: not compared, since ${stopped === null ? 'the run had faults' : 'the time was over'}\n`;

const counted = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;
