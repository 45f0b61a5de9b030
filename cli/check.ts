/** `lanescape check`: a launch as a gate, for someone's continuous integration. */
import { err, ok, type Result } from '../src/base/result.ts';
import type { Fault } from '../src/trace/fault.ts';
import { ExcessByLine } from './excess.ts';
import { type Expectations, readExpectations } from './expectations.ts';
import { type Finding, faultFindings, findingText } from './finding.ts';
import { LAUNCH_OPTIONS, type LaunchRun, prepareLaunch, runLaunch } from './launch-run.ts';
import { launchSummary } from './launch-summary.ts';
import { defineVerb, INTERRUPTED, JSON_FLAG, type Outcome } from './verb.ts';

export const check = defineVerb({
  name: 'check',
  about: `
Runs a launch on the emulator, as \`emulate\` does, and fails with the source lines at fault:

  transpose.cu:24: 32 of 32 shared load requests have bank conflicts over the limit: …

Any fault fails, except that a race is only a warning without --no-races (a run with 100 different faults ends, and fails).
--max-excess bounds what bank conflicts cost: the wavefronts of each shared-memory request above those it would need
without a conflict. --expect compares buffers after the run; its file names some of the launch's buffers:

  { "out": {"sha256": "hex of the bytes"}, "sum": {"base64": "the bytes"},
    "y": {"values": [1, 2.5, "9007199254740993"], "tolerance": 0.001} }

Values are rounded to the buffer's type first; the tolerance is absolute, and 0 when left out.
With --json: what \`emulate --json\` prints, and "findings" and "warnings": [{"kind","file","line","message"}].
Exit code: 0, or 1 with findings; 130 when interrupted.`,
  options: {
    ...LAUNCH_OPTIONS,
    'max-excess': { kind: 'value', value: 'N', help: 'most excess wavefronts of one shared-memory request' },
    'no-races': { kind: 'flag', help: 'fail when two warps race for shared memory' },
    expect: { kind: 'value', value: 'FILE', help: 'what buffers must hold at the end, JSON' },
    json: JSON_FLAG,
  },
  async run({ options }) {
    const limit = limitOf(options['max-excess']);
    if (!limit.ok) return limit;
    const excess = new ExcessByLine(limit.value);
    const prepared = await prepareLaunch(options, access => excess.add(access));
    if (!prepared.ok) return prepared;
    const expectations = await expectationsOf(options.expect, prepared.value.launch);
    if (!expectations.ok) return expectations;
    const run = await runLaunch(prepared.value);
    if (run === 'interrupted') return INTERRUPTED;
    const isWarning = (fault: Fault) => fault.kind === 'race' && !options['no-races'];
    const faults = faultFindings(
      run.result.faults.filter(fault => !isWarning(fault)),
      options.ptx,
    );
    const warnings = faultFindings(run.result.faults.filter(isWarning), options.ptx);
    // What a faulted run left behind says nothing.
    const differences = faults.length > 0 ? [] : differencesOf(expectations.value, run, options.launch);
    const findings = [...faults, ...excess.findings(options.ptx), ...differences];
    return report({ run, findings, warnings, json: options.json });
  },
});

/** Without a limit nothing is over it. */
function limitOf(text: string | undefined): Result<number, string> {
  if (text === undefined) return ok(Number.POSITIVE_INFINITY);
  return /^\d{1,9}$/.test(text) ? ok(Number(text)) : err(`--max-excess ${text}: expected a count of wavefronts`);
}

const expectationsOf = async (path: string | undefined, launch: LaunchRun['launch']) =>
  path === undefined ? ok<Expectations>(new Map()) : readExpectations(path, launch);

function differencesOf(expectations: Expectations, run: LaunchRun, launchPath: string): Finding[] {
  return [...expectations].flatMap(([name, compare]) => {
    const difference = compare(run.result.buffers.get(name)!);
    const message = `buffer ${name}: ${difference}`;
    return difference === null ? [] : [{ kind: 'expect', file: launchPath, line: null, message }];
  });
}

interface Report {
  readonly run: LaunchRun;
  readonly findings: readonly Finding[];
  readonly warnings: readonly Finding[];
  readonly json: boolean;
}

function report({ run, findings, warnings, json }: Report): Outcome {
  const passed = findings.length === 0;
  const text = json
    ? JSON.stringify({ ...launchSummary(run), ok: passed, findings, warnings })
    : [
        ...warnings.map(warning => `${findingText(warning)} (warning)`),
        ...findings.map(findingText),
        `${passed ? 'check passed' : 'check failed'}: ${counted(findings, 'finding')}, ${counted(warnings, 'warning')}`,
      ].join('\n');
  process.stdout.write(`${text}\n`);
  return ok(passed ? 0 : 1);
}

const counted = ({ length }: readonly Finding[], noun: string): string => `${length} ${noun}${length === 1 ? '' : 's'}`;
