/** `lanescape run --capture`: starts a captured launch again on this machine's GPU and compares with what was recorded. */
import { join } from 'node:path';
import { findCheckout } from '../../../server/checkout.ts';
import { createExec } from '../../../server/exec/exec.ts';
import { type PlayedLaunch, type PlayOrder, playLaunch } from '../../../server/runners/launch-play.ts';
import { defaultDataFolder } from '../../../server/runs/data-folder.ts';
import { err, ok, type Result } from '../../../src/base/result.ts';
import { compareMeasured, type MeasuredComparison } from '../../../src/contract/measured-comparison.ts';
import { withRecordedAddresses } from '../../../src/contract/recorded-addresses.ts';
import type { WorkbenchDocument } from '../../../src/contract/workbench-document.ts';
import { base64Length } from '../../../src/trace/launch-bytes-base64.ts';
import { type CapturedProgram, readCapturedProgram } from '../../captured-program.ts';
import { cancellable } from '../../interrupt.ts';
import { measuredText } from '../../measured-text.ts';
import { say, sayJson } from '../../terminal.ts';
import { INTERRUPTED, type Outcome, type VerbProblem } from '../../verb.ts';
import { builtReplay } from '../capture/library.ts';
import { findDriverToolkit } from '../capture/toolkit.ts';

const READ_SECONDS = 120;
const RUN_MS = 120_000;

export async function runCapture(path: string, asJson: boolean): Promise<Outcome> {
  const program = await readCapturedProgram(path, READ_SECONDS);
  if (!program.ok) return program;
  const replay = replayHere();
  if (!replay.ok) return replay;
  const { document } = program.value;
  const found = await cancellable(signal => playedHere(orderOf(program.value), replay.value, signal));
  if (!found.ok && found.error === 'cancelled') return INTERRUPTED;
  if (!found.ok) return err(found.error);
  const { buffers, variables } = found.value;
  const parts = compareMeasured(document, withRecordedAddresses(document, buffers), variables);
  if (!parts.ok) return err(`${path}: ${parts.error.field}: ${parts.error.message}`);
  return report(document, parts.value, asJson);
}

function replayHere(): Result<string, VerbProblem> {
  const toolkit = findDriverToolkit();
  if (!toolkit.ok) return err({ message: toolkit.error, exitCode: 3 });
  const built = builtReplay(join(findCheckout(), 'cuda'), join(defaultDataFolder(), 'replay'), toolkit.value);
  return built.ok ? built : err({ message: built.error, exitCode: 3 });
}

function orderOf({ document, text }: CapturedProgram): PlayOrder {
  const { launch, capture } = document;
  const variables = (capture?.variables ?? []).map(({ name, base64 }) => [name, base64Length(base64)] as const);
  const ptx = new TextEncoder().encode(text);
  return { ptx, launch, variables: Object.fromEntries(variables), isCooperative: capture?.cooperative === true };
}

async function playedHere(
  order: PlayOrder,
  file: string,
  signal: AbortSignal,
): Promise<Result<PlayedLaunch, Exclude<VerbProblem, string> | 'cancelled'>> {
  const exec = await createExec(join(defaultDataFolder(), 'work'));
  try {
    const played = await playLaunch(order, { exec, program: { file, argv: [] }, timeoutMs: RUN_MS, signal });
    if (played.ok) return played;
    const { at, message } = played.error;
    if (at === 'cancelled') return err(at);
    if (at !== 'noGpu') return err({ message, exitCode: 1 });
    return err({ message: 'there is no NVIDIA GPU on this machine: nothing can be run', exitCode: 3 });
  } finally {
    await exec.close();
  }
}

function report({ capture }: WorkbenchDocument, parts: readonly MeasuredComparison[], asJson: boolean): Outcome {
  if (capture === undefined) return err('this is no capture');
  const { kernel, index, gpu, notes } = capture;
  const measured = { kernel, index, gpu, notes, complete: true, parts };
  if (asJson) sayJson({ measured });
  else say(measuredText(measured, 'this GPU'));
  return ok(parts.some(({ wrong }) => wrong > 0) ? 1 : 0);
}
