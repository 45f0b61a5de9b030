/** `lanescape check`: a launch as a gate, for someone's continuous integration. */

import { ok, type Result } from '../src/base/result.ts';
import type { Inspection } from '../src/inspect/inspection.ts';
import { faultFinding } from '../src/model/findings/fault-findings.ts';
import { type ExcessLimits, findingsOver } from '../src/model/findings/findings.ts';
import type { Fault } from '../src/trace/fault.ts';
import type { Finding } from '../src/trace/finding.ts';
import { limitOf } from './counts.ts';
import { type Expectations, readExpectations } from './expectations.ts';
import { annotation, findingText, LINEINFO_HINT, lacksLines } from './finding-text.ts';
import { LAUNCH_OPTIONS, type LaunchRun, prepareLaunch, runLaunch } from './launch-run.ts';
import { launchSummary, stoppedText } from './launch-summary.ts';
import { say, sayJson, tellActions } from './terminal.ts';
import { defineVerb, INTERRUPTED, JSON_FLAG, type Outcome } from './verb.ts';

export const check = defineVerb({
  name: 'check',
  about: `
Runs a launch on the emulator, as \`emulate\` does, and fails with the source lines at fault, each with what usually helps:

  transpose.cu:24: shared load of a column at pitch 128 B: all 32 lanes fall into one bank, 32 wavefronts where 1 would do; …
      Pad each row by 4 B to a pitch of 132 B (1 wavefront), XOR the column with the row (1 wavefront) or …

Any fault fails, except that a race is only a warning without --no-races (a run with 100 different faults ends, and fails).
--max-excess bounds what bank conflicts cost: the wavefronts of each shared-memory request above those it would need
without a conflict. --max-sectors bounds what scattered or misaligned lanes cost: the 32-byte sectors of each
global-memory request above those that its bytes would fill side by side. --expect compares buffers after the run; its
file names some of the launch's buffers:

  { "out": {"sha256": "hex of the bytes"}, "sum": {"base64": "the bytes"},
    "y": {"values": [1, 2.5, "9007199254740993"], "tolerance": 0.001},
    "z": {"formula": "p2 * x[i] + sum(k, 0, p3, y[k])", "tolerance": 0.001} }

A formula gives element i from what the buffers held before the run, as in x[i], and from scalar parameters, p2 being
the third one. It has C's operators, ** and the flooring // and %, min, max, abs, floor, ceil, round, sqrt, exp, log,
sin, cos, tanh and sum(k, from, to, term) over from <= k < to. Values are rounded to the buffer's type first; the
tolerance is absolute, and 0 when left out.
With --json: what \`emulate --json\` prints, but "findings" are those that fail, "warnings" those that do not, and
"differences": [{"buffer","message"}] what --expect found.
Exit code: 0, or 1 when something failed or the time was over; 130 when interrupted.`,
  options: {
    ...LAUNCH_OPTIONS,
    'max-excess': { kind: 'value', value: 'N', help: 'most excess wavefronts of one shared-memory request' },
    'max-sectors': { kind: 'value', value: 'N', help: 'most excess sectors of one global-memory request' },
    'no-races': { kind: 'flag', help: 'fail when two warps race for shared memory' },
    expect: { kind: 'value', value: 'FILE', help: 'what buffers must hold at the end, JSON' },
    github: { kind: 'flag', help: 'also print findings as annotations of GitHub Actions' },
    json: JSON_FLAG,
  },
  async run({ options }) {
    const limits = limitsOf(options['max-excess'], options['max-sectors']);
    if (!limits.ok) return limits;
    const prepared = await prepareLaunch(options, null);
    if (!prepared.ok) return prepared;
    const expectations = await expectationsOf(options.expect, prepared.value.launch);
    if (!expectations.ok) return expectations;
    const run = await runLaunch(prepared.value);
    if (run === 'interrupted') return INTERRUPTED;
    return report(verdictOf(run, limits.value, expectations.value, options['no-races']), run, options);
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

interface Verdict {
  readonly passed: boolean;
  /** What fails the check, and what does not. */
  readonly findings: readonly Finding[];
  readonly warnings: readonly Finding[];
  readonly differences: readonly Difference[];
}

interface Difference {
  readonly buffer: string;
  readonly message: string;
}

function verdictOf(run: LaunchRun, limits: ExcessLimits, expectations: Expectations, noRaces: boolean): Verdict {
  const { inspection, stopped } = run;
  const isWarning = (fault: Fault) => fault.kind === 'race' && !noRaces;
  const { faults } = inspection.emulation;
  const failing = faults.filter(fault => !isWarning(fault)).map(faultFinding);
  const findings = [...failing, ...findingsOver(limits, inspection)];
  // What a faulted or unfinished run left behind says nothing.
  const differences = failing.length > 0 || stopped !== null ? [] : differencesOf(expectations, inspection);
  return {
    passed: findings.length === 0 && differences.length === 0 && stopped === null,
    findings,
    warnings: faults.filter(isWarning).map(faultFinding),
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
    say(endText(verdict, run));
  }
  return ok(passed ? 0 : 1);
}

const findingsText = ({ findings, warnings, differences }: Verdict, { ptx, launch }: ReportOptions): string =>
  [
    ...warnings.map(warning => findingText(warning, ptx, ' (warning)')),
    ...findings.map(finding => findingText(finding, ptx)),
    ...differences.map(({ buffer, message }) => `${launch}: buffer ${buffer}: ${message}\n`),
  ].join('');

function annotate({ findings, warnings }: Verdict, ptxPath: string): void {
  for (const warning of warnings) tellActions(annotation('warning', warning, ptxPath));
  for (const finding of findings) tellActions(annotation('error', finding, ptxPath));
}

const endText = ({ passed, findings, warnings, differences }: Verdict, run: LaunchRun): string =>
  [
    lacksLines([...findings, ...warnings]) ? LINEINFO_HINT : '',
    stoppedText(run),
    `check ${passed ? 'passed' : 'failed'}: ${counted(findings.length + differences.length, 'finding')}, ${counted(warnings.length, 'warning')}\n`,
  ].join('');

const counted = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;
