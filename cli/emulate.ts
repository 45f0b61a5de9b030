/** `lanescape emulate`: runs a launch on the emulator and reports what it did. */

import { writeFile } from 'node:fs/promises';
import { err, ok, type Result } from '../src/base/result.ts';
import type { TriedAdvice } from '../src/inspect/advice/trials.ts';
import { withTried } from '../src/inspect/advice/words.ts';
import { withLengths } from '../src/inspect/fitting-length.ts';
import { withGuesses } from '../src/inspect/guessed-launch.ts';
import { withPointers } from '../src/inspect/pointer-origins.ts';
import type { Module } from '../src/ptx/parse/ast.ts';
import type { Access } from '../src/trace/access-trace.ts';
import { isRefusal } from '../src/trace/fault.ts';
import { tryAdvice } from './advice.ts';
import { writing } from './files.ts';
import { type FittingGuesses, fittingBlockText, fittingGuesses } from './fitting-guesses.ts';
import { guessText } from './guessed-program.ts';
import { LAUNCH_OPTIONS, type LaunchRun, type PreparedLaunch, prepareLaunch, runLaunch } from './launch-run.ts';
import { launchSummary, summaryText } from './launch-summary.ts';
import { measuredSummary, measuredText } from './measured-text.ts';
import { say, sayJson } from './terminal.ts';
import { TraceFile } from './trace-file.ts';
import { traceWarpsOf } from './trace-warps.ts';
import { defineVerb, INTERRUPTED, JSON_FLAG, type Outcome } from './verb.ts';

export const emulate = defineVerb({
  name: 'emulate',
  about: `
Runs every CTA of a launch on the emulator, with all checks (bounds, alignment, races in shared and device memory, uninitialised shared reads,
deadlocks, missing waits and proxy fences of asynchronous copies, CTAs that do not exist), and prints what it did:

  {"ok","complete","instructions","shared":{"load":{"requests","wavefronts","ideal"},"store":{…}},
   "global":{"load":{"requests","sectors","ideal"},"store":{…}},"cluster":{},
   "sharedRegions":[{"name","by","offsets","sizeBytes","holds","types","swizzle","rowBytes"}],
   "profile":{"averageActiveLanes","diverged","barrierWaits","classes":{…}},"buffers":[{"name","sha256"}],
   "prints":[{"who","text"}],"printsCut","unchecked","faults":[…],"hazards":[…],
   "costs":[{"kind","rank","place":{"file","line","ptxLine","instruction"},"message","fix","cost","who",…}]}

complete      false if --max-seconds ended the run
instructions  warp instructions: each counts once for a warp, however many of its lanes are active
requests      warp-wide accesses; ldmatrix counts as a load, stmatrix as a store; "atomic" and "copy" (asynchronous
              copies; those of a copy engine count 32 chunks of 16 bytes each) appear only if there are any
wavefronts    passes over the banks; ideal: without a bank conflict. For a copy engine: lines of 128 bytes
cluster       accesses to other CTAs' shared memory: {"load":{"requests","addresses"},…} if there are any; their cost
              is not known
sharedRegions what lies where in shared memory: offsets of its slots, each of sizeBytes; found from variables, tensor maps,
              copies, descriptors, mbarriers and accesses ("by" says which)
sectors       pieces of 32 bytes of global memory; ideal: if the bytes of each request lay side by side
profile       counts of the PTX, not of the machine code that ptxas makes of it
prints        what the kernel wrote with printf
unchecked     what the checkers did not check in a large launch, as a sentence; or empty
faults        what stops the kernel or corrupts its results: kind, place, one sentence with the numbers, what usually helps ("fix"),
              and what came of running the launch again with the advised barrier or fence ("tried"); long launches are not run again
hazards       what the manual does not allow, though GPUs were seen to do it right ("seen" says where)
costs         what is slower than necessary
guessed       paths of the launch whose values are guessed ("block", "buffers[0].length"); absent where none is
fitting       of a fault beyond the end of a buffer with a guessed length: {"path","value","message"}, a length with which a run no
              longer finds it
fittingBlock  {"block","faults"}: a block in place of a guessed one, and how many faults are found with it; absent where none is

Of a capture, it also prints what the GPU answered beside what the emulator left, in JSON as
  "measured": {"kernel","index","gpu","notes","complete","parts":[{"part":{"buffer","name","byteOffset","bytes","type"},"length",
    "written","wrong","firstWrong","onlyEmulated","onlyMeasured","largest":{"absolute","ulps"}}]}
written       elements that the GPU changed; onlyEmulated, onlyMeasured: elements that differ, and that only one of the two changed
ulps          how many numbers of the type lie between the two, at most; null for integers

A trace has one row per warp-wide access: cta, warp, pc, space, kind, widthBytes, activeMask, interval (barriers
passed), line, file, and 32 byte addresses (null, or empty in CSV, for an idle lane).
Exit code: 0; 1 if the run faulted or its time was over; 3 if it ended at something that the emulator refuses by name;
130 if interrupted.`,
  options: {
    ...LAUNCH_OPTIONS,
    trace: { kind: 'value', value: 'FILE', help: 'write every access: .jsonl or .json (JSON Lines), .csv' },
    'trace-warps': {
      kind: 'value',
      value: 'LIST',
      help: 'write only these warps, such as 0,4-7; "roles": one of each role that the pipeline of the first CTA has',
    },
    dump: { kind: 'list', value: 'NAME=FILE', help: "write a buffer's final bytes; may be given many times" },
    json: JSON_FLAG,
  },
  async run({ options }) {
    const dumps = dumpsOf(options.dump);
    if (!dumps.ok) return dumps;
    let trace: TraceFile | null = null;
    let warps: ReadonlySet<number> | null = null;
    const observe = (access: Access): void => {
      if (warps?.has(access.warp) !== false) trace?.add(access);
    };
    const prepared = await prepareLaunch(options, options.trace === undefined ? null : observe);
    if (!prepared.ok) return prepared;
    const traced = traceWarpsOf(options['trace-warps'], prepared.value);
    if (!traced.ok) return traced;
    warps = traced.value;
    const names = prepared.value.launch.buffers.map(({ name }) => name);
    const stray = dumps.value.find(({ buffer }) => !names.includes(buffer));
    if (stray !== undefined) return err(`--dump ${stray.buffer}: no such buffer; expected one of ${names.join(', ')}`);
    const opened = options.trace === undefined ? ok(null) : await TraceFile.open(options.trace);
    if (!opened.ok) return opened;
    trace = opened.value;
    const ran = await writing(options.trace ?? '', () => runTraced(prepared.value, trace));
    if (!ran.ok) return ran;
    if (ran.value === 'interrupted') return INTERRUPTED;
    const advice = await tryAdvice(prepared.value, ran.value);
    if (advice === 'interrupted') return INTERRUPTED;
    const fitting = await fittingGuesses(prepared.value, ran.value);
    if (fitting === 'interrupted') return INTERRUPTED;
    return report(withHelp(ran.value, prepared.value.module, advice, fitting), dumps.value, { ...options, fitting });
  },
});

/** The findings say what of the launch is guessed and what would do, what came of the advice, and where addresses come from. */
function withHelp(
  run: LaunchRun,
  module: Module,
  advice: readonly TriedAdvice[],
  { lengths }: FittingGuesses,
): LaunchRun {
  const { findings, emulation } = run.inspection;
  const guesses = withGuesses(findings, [...emulation.faults, ...emulation.hazards], run.guesses);
  const told = withLengths(guesses, lengths, run.launch);
  return {
    ...run,
    inspection: { ...run.inspection, findings: withPointers(withTried(told, advice), module, run.launch) },
  };
}

interface Dump {
  readonly buffer: string;
  readonly file: string;
}

/** `NAME=FILE`, split at the first `=`. */
function dumpsOf(texts: readonly string[]): Result<readonly Dump[], string> {
  const dumps = texts.map(text => {
    const [, buffer, file] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
    return { text, buffer, file };
  });
  const wrong = dumps.find(({ file }) => file === undefined);
  return wrong === undefined ? ok(dumps) : err(`--dump ${wrong.text}: expected NAME=FILE`);
}

async function runTraced(prepared: PreparedLaunch, trace: TraceFile | null): Promise<LaunchRun | 'interrupted'> {
  try {
    return await runLaunch(prepared);
  } finally {
    trace?.close();
  }
}

async function report(run: LaunchRun, dumps: readonly Dump[], options: ReportOptions): Promise<Outcome> {
  for (const { buffer, file } of dumps) {
    const written = await writing(file, () => writeFile(file, run.inspection.emulation.buffers.get(buffer)!));
    if (!written.ok) return written;
  }
  const summary = launchSummary(run, options.fitting.block);
  const measured = measuredSummary(run);
  if (!measured.ok) return measured;
  if (options.json) sayJson(measured.value === null ? summary : { ...summary, measured: measured.value });
  else
    say(
      [
        `${guessText(run.guesses)}${summaryText(summary, run)}`,
        ...(measured.value === null ? [] : [measuredText(measured.value)]),
        ...(options.fitting.block === null ? [] : [fittingBlockText(options.fitting)]),
      ].join('\n'),
    );
  if (summary.ok) return ok(0);
  return ok(summary.faults.length > 0 && summary.faults.every(({ kind }) => isRefusal(kind)) ? 3 : 1);
}

interface ReportOptions {
  readonly json: boolean;
  readonly fitting: FittingGuesses;
}
