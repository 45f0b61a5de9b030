/** `lanescape run --capture`: starts a captured launch again on this machine's GPU and compares with what was recorded. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findCheckout } from '../../../server/checkout.ts';
import { defaultDataFolder } from '../../../server/runs/data-folder.ts';
import { err, ok, type Result } from '../../../src/base/result.ts';
import { expectedBytes } from '../../../src/contract/expectation.ts';
import { compareMeasured, type MeasuredComparison } from '../../../src/contract/measured-comparison.ts';
import type { WorkbenchDocument } from '../../../src/contract/workbench-document.ts';
import { ELEMENT_BYTES, fieldBytes } from '../../../src/trace/launch.ts';
import { type CapturedProgram, readCapturedProgram } from '../../captured-program.ts';
import { measuredText } from '../../measured-text.ts';
import { say, sayJson } from '../../terminal.ts';
import type { Outcome, VerbProblem } from '../../verb.ts';
import { builtReplay } from '../capture/library.ts';
import { findDriverToolkit } from '../capture/toolkit.ts';
import { JobWriter } from './launch-job.ts';

const READ_SECONDS = 120;
const RUN_MS = 120_000;
/** As `cuda/runner/driver.hpp` ends where there is no driver or no GPU. */
const NO_GPU = 3;

export async function runCapture(path: string, asJson: boolean): Promise<Outcome> {
  const program = await readCapturedProgram(path, READ_SECONDS);
  if (!program.ok) return program;
  const replay = replayHere();
  if (!replay.ok) return replay;
  const found = startAgain(program.value, replay.value);
  if (!found.ok) return found;
  const { document } = program.value;
  const parts = compareMeasured(document, withOwnAddresses(document, found.value));
  if (!parts.ok) return err(`${path}: ${parts.error.field}: ${parts.error.message}`);
  return report(document, parts.value, asJson);
}

function replayHere(): Result<string, VerbProblem> {
  const toolkit = findDriverToolkit();
  if (!toolkit.ok) return err({ message: toolkit.error, exitCode: 3 });
  const built = builtReplay(join(findCheckout(), 'cuda'), join(defaultDataFolder(), 'replay'), toolkit.value);
  return built.ok ? built : err({ message: built.error, exitCode: 3 });
}

/** What the buffers hold behind the launch, by name; of those alone that were recorded. */
function startAgain(program: CapturedProgram, replay: string): Result<Map<string, Uint8Array>, VerbProblem> {
  const folder = mkdtempSync(join(tmpdir(), 'lanescape-replay-'));
  try {
    const written = writeJob(program, folder);
    if (!written.ok) return written;
    const at = (name: string): string => join(folder, name);
    const words = ['job.txt', 'job.bin', 'job.out'].map(at);
    const ran = spawnSync(replay, words, { encoding: 'utf8', timeout: RUN_MS });
    if (ran.status === NO_GPU)
      return err({ message: 'there is no NVIDIA GPU on this machine: nothing can be run', exitCode: 3 });
    const said = (ran.stderr || ran.error?.message || ran.stdout).trim();
    if (ran.status !== 0 || !ran.stdout.trim().endsWith(' ok'))
      return err({ message: `the launch failed on this GPU: ${said}`, exitCode: 1 });
    return ok(outputsIn(program.document, readFileSync(at('job.out'))));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeJob({ document, isCooperative, text }: CapturedProgram, folder: string): Result<null, VerbProblem> {
  const { launch } = document;
  const isRecorded = (name: string): boolean => document.expectations.some(({ buffer }) => buffer === name);
  const buffers = launch.buffers.map(buffer => ({ ...buffer, output: isRecorded(buffer.name) }));
  const module = join(folder, 'module.ptx');
  writeFileSync(module, text);
  const job = new JobWriter();
  job.module(module);
  try {
    job.launch(launch.entry ?? '', { ...launch, buffers }, { isCooperative });
  } catch (error) {
    return err(`it cannot be started again: ${(error as Error).message}`);
  }
  writeFileSync(join(folder, 'job.txt'), job.text);
  writeFileSync(join(folder, 'job.bin'), job.data);
  return ok(null);
}

/** They lie one after another, in the order of the launch. */
function outputsIn({ launch, expectations }: WorkbenchDocument, out: Uint8Array): Map<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  let at = 0;
  for (const { name, type, length } of launch.buffers) {
    if (!expectations.some(({ buffer }) => buffer === name)) continue;
    const bytes = length * ELEMENT_BYTES[type];
    found.set(name, out.subarray(at, at + bytes));
    at += bytes;
  }
  return found;
}

/** Addresses differ from run to run: those that were recorded as addresses count as equal. */
function withOwnAddresses(
  document: WorkbenchDocument,
  found: ReadonlyMap<string, Uint8Array>,
): Map<string, Uint8Array> {
  const own = new Map<string, Uint8Array>();
  for (const { buffer: name, by } of document.expectations) {
    const bytes = found.get(name)?.slice();
    const buffer = document.launch.buffers.find(each => each.name === name);
    if (bytes === undefined || buffer === undefined) continue;
    const expected = expectedBytes(by, buffer, document.launch);
    const fields = 'fields' in by ? (by.fields ?? []) : [];
    if (expected.ok)
      for (const field of fields) {
        const end = field.offset + fieldBytes(field);
        bytes.set(expected.value.subarray(field.offset, end), field.offset);
      }
    own.set(name, bytes);
  }
  return own;
}

function report({ capture }: WorkbenchDocument, parts: readonly MeasuredComparison[], asJson: boolean): Outcome {
  if (capture === undefined) return err('this is no capture');
  const { kernel, index, gpu, notes } = capture;
  const measured = { kernel, index, gpu, notes, complete: true, parts };
  if (asJson) sayJson({ measured });
  else say(measuredText(measured, 'this GPU'));
  return ok(parts.some(({ wrong }) => wrong > 0) ? 1 : 0);
}
