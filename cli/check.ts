/** `lanescape check`: fails if a launch is wrong, for continuous integration. */

import { ok, type Result } from '../src/base/result.ts';
import type { Inspection } from '../src/inspect/inspection.ts';
import type { OrdersTried } from '../src/inspect/other-orders.ts';
import { faultFinding, hazardFinding } from '../src/model/findings/fault-findings.ts';
import { type ExcessLimits, findingsOver } from '../src/model/findings/findings.ts';
import { type Hazard, isRefusal } from '../src/trace/fault.ts';
import type { Finding } from '../src/trace/finding.ts';
import { type AcceptedFinding, readAccepted, type Sifted, siftAccepted } from './accepted.ts';
import { type CostLimits, costLimitsOf, costsOver } from './cost-limits.ts';
import { limitOf } from './counts.ts';
import { type Expectations, readExpectations } from './expectations.ts';
import { annotation, findingText, LINEINFO_HINT, lacksLines } from './finding-text.ts';
import { LAUNCH_OPTIONS, type LaunchRun, prepareLaunch, runLaunch } from './launch-run.ts';
import { launchSummary, limitsText } from './launch-summary.ts';
import { schedulesOf, schedulesText, trySchedules } from './schedules.ts';
import { say, sayJson, tellActions } from './terminal.ts';
import { defineVerb, INTERRUPTED, JSON_FLAG, type Outcome } from './verb.ts';

export const check = defineVerb({
  name: 'check',
  about: `
Runs a launch on the emulator, as \`emulate\` does, and fails with the source lines at fault, each with what usually helps:

  transpose.cu:24: cost: shared load of a column at pitch 128 B: all 32 lanes fall into one bank, 32 wavefronts where 1 would do; …
      Pad each row by 4 B to a pitch of 132 B (1 wavefront), XOR the column with the row (1 wavefront) or …

Findings have three ranks. A fault stops the kernel or corrupts its results, and fails (a run with 100 different faults
ends, and fails). A hazard is what the manual does not allow though GPUs were seen to do it right, such as two warps that
store the same value to one word: a warning, which fails with --strict; --no-races fails for hazards that are races. A cost
is slow, and fails above a limit.
--schedules N runs the launch in N other orders of its warps and CTAs, drawn by lot, and fails where outputs differ: a GPU
promises no order. That none differs proves nothing.
--max-excess bounds what bank conflicts cost: the wavefronts of each shared-memory request above those it would need
without a conflict. --max-sectors bounds what scattered or misaligned lanes cost: the 32-byte sectors of each
global-memory request above those that its bytes would fill side by side. --max-local, --max-divergence and --max-contention
bound, line by line, what spilled arrays, diverged lanes and atomics on one address cost; 0 allows none.

--accept names findings that are known and do not fail; an entry that fits nothing is told, and fails, too:

  [ {"file": "histogram.cu", "line": 31, "kind": "race", "reason": "all warps store 1"} ]

--expect compares buffers after the run; its
file names some of the launch's buffers:

  { "out": {"sha256": "hex of the bytes"}, "sum": {"base64": "the bytes"},
    "y": {"values": [1, 2.5, "9007199254740993"], "tolerance": 0.001},
    "z": {"formula": "p2 * x[i] + sum(k, 0, p3, y[k])", "tolerance": 0.001} }

A formula gives element i from what the buffers held before the run, as in x[i], and from scalar parameters, p2 being
the third one. It has C's operators, ** and the flooring // and %, min, max, abs, floor, ceil, round, sqrt, exp, log,
sin, cos, tanh and sum(k, from, to, term) over from <= k < to. Values are rounded to the buffer's type first; the
tolerance is absolute, and 0 when left out.
With --json: what \`emulate --json\` prints, and "findings": those that fail, "warnings": hazards that do not, "accepted":
[{"finding","reason"}], "schedules": {"tried","differs": {"schedule","message"} or null} or null, "differences": [{"buffer","message"}] of --expect, and "stale": entries of --accept that fit nothing.
Exit code: 0, or 1 when something failed or the time was over; 3 when nothing failed but that the emulator refuses
something by name; 130 when interrupted.`,
  options: {
    ...LAUNCH_OPTIONS,
    'max-excess': { kind: 'value', value: 'N', help: 'most excess wavefronts of one shared-memory request' },
    'max-sectors': { kind: 'value', value: 'N', help: 'most excess sectors of one global-memory request' },
    'max-local': { kind: 'value', value: 'N', help: 'most sectors of local memory of one line' },
    'max-divergence': { kind: 'value', value: 'N', help: 'most lane slots that the lines of one branch leave empty' },
    'max-contention': { kind: 'value', value: 'N', help: 'most turns above one a request of the atomics of one line' },
    strict: { kind: 'flag', help: 'also fail for hazards' },
    'no-races': { kind: 'flag', help: 'also fail for hazards that are races' },
    accept: { kind: 'value', value: 'FILE', help: 'known findings, which do not fail the check, JSON' },
    expect: { kind: 'value', value: 'FILE', help: 'what buffers must hold at the end, JSON' },
    schedules: {
      kind: 'value',
      value: 'N',
      help: 'also run N other orders of warps and CTAs, and fail where outputs differ',
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
    const prepared = await prepareLaunch(options, null);
    if (!prepared.ok) return prepared;
    const expectations = await expectationsOf(options.expect, prepared.value.launch);
    if (!expectations.ok) return expectations;
    const accepted = options.accept === undefined ? ok([]) : await readAccepted(options.accept);
    if (!accepted.ok) return accepted;
    const run = await runLaunch(prepared.value);
    if (run === 'interrupted') return INTERRUPTED;
    const schedules =
      count.value > 0 && run.stopped === null ? await trySchedules(prepared.value, options, count.value) : null;
    if (schedules === 'interrupted') return INTERRUPTED;
    const gate = {
      limits: limits.value,
      costLimits: costLimits.value,
      schedules,
      expectations: expectations.value,
      accepted: accepted.value,
    };
    return report(verdictOf(run, { ...gate, failsFor: hazardsThatFail(options) }), run, options);
  },
});

function limitsOf(excess: string | undefined, sectors: string | undefined): Result<ExcessLimits, string> {
  const most = limitOf('max-excess', excess, 'wavefronts');
  if (!most.ok) return most;
  const mostSectors = limitOf('max-sectors', sectors, 'sectors');
  return mostSectors.ok ? ok({ wavefronts: most.value, sectors: mostSectors.value }) : mostSectors;
}

const expectationsOf = async (path: string | undefined, launch: LaunchRun['launch']) =>
  path === undefined ? ok<Expectations>(new Map()) : readExpectations(path, launch);

interface Gate {
  readonly limits: ExcessLimits;
  readonly costLimits: CostLimits;
  readonly expectations: Expectations;
  readonly accepted: readonly AcceptedFinding[];
  readonly schedules: OrdersTried | null;
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
  /** Null if it was not asked for, or if the run has no outputs to compare. */
  readonly schedules: OrdersTried | null;
}

interface Difference {
  readonly buffer: string;
  readonly message: string;
}

function verdictOf(run: LaunchRun, { limits, costLimits, expectations, accepted, schedules, failsFor }: Gate): Verdict {
  const { inspection, stopped } = run;
  const { faults, hazards } = inspection.emulation;
  const failing = [...faults.map(faultFinding), ...hazards.filter(failsFor).map(hazardFinding)];
  const sifted = siftAccepted(
    [...failing, ...findingsOver(limits, inspection), ...costsOver(costLimits, inspection.findings)],
    accepted,
  );
  // The outputs of a run that faulted or did not finish are not compared.
  const differences = faults.length > 0 || stopped !== null ? [] : differencesOf(expectations, inspection);
  const { findings, stale } = sifted;
  return {
    ...sifted,
    passed:
      [findings, stale, differences].every(list => list.length === 0) &&
      stopped === null &&
      (schedules === null || schedules.differs === null),
    schedules,
    warnings: hazards.filter(hazard => !failsFor(hazard)).map(hazardFinding),
    differences,
  };
}

const differencesOf = (expectations: Expectations, { emulation }: Inspection): Difference[] =>
  [...expectations].flatMap(([buffer, compare]) => {
    const message = compare(emulation.buffers.get(buffer)!);
    return message === null ? [] : [{ buffer, message }];
  });

interface ReportOptions {
  readonly ptx: string;
  readonly launch: string;
  readonly json: boolean;
  readonly github: boolean;
}

function report(verdict: Verdict, run: LaunchRun, options: ReportOptions): Outcome {
  const { passed, ...found } = verdict;
  if (options.json) sayJson({ ...launchSummary(run), ok: passed, ...found });
  else {
    say(findingsText(verdict, options));
    if (options.github) annotate(verdict, options.ptx);
    const isRacing = [...verdict.findings, ...verdict.warnings].some(({ kind }) => kind === 'race');
    if (verdict.schedules !== null) say(schedulesText(verdict.schedules, isRacing));
    say(endText(verdict, run));
  }
  if (passed) return ok(0);
  return ok(isRefused(verdict) ? 3 : 1);
}

/** Whether the only failure is that the emulator lacks something. */
const isRefused = ({ findings, stale }: Verdict): boolean =>
  findings.length > 0 && stale.length === 0 && findings.every(({ kind }) => isRefusal(kind));

const findingsText = (verdict: Verdict, { ptx, launch }: ReportOptions): string =>
  [
    ...verdict.warnings.map(warning => findingText(warning, ptx)),
    ...verdict.accepted.map(({ finding, reason }) => findingText(finding, ptx, ` (accepted: ${reason})`)),
    ...verdict.findings.map(finding => findingText(finding, ptx)),
    ...verdict.stale.map(
      ({ file, line, kind }) => `${file}:${line}: no ${kind} is found here any more: take it out of --accept\n`,
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
    `check ${outcome}: ${counted(findings.length + stale.length + differences.length, 'finding')}, ${counted(warnings.length, 'warning')}`,
    accepted.length > 0 ? `, ${accepted.length} accepted\n` : '\n',
  ].join('');
}

const counted = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;
