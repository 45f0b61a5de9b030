/** The program and the launch of a capture, as a document whose outputs should be what the GPU answered. */
import { err, ok, type Result } from '../src/base/result.ts';
import { captureDocument } from '../src/contract/capture-document.ts';
import type { WorkbenchDocument } from '../src/contract/workbench-document.ts';
import { capturedLaunch } from '../src/inspect/capture/captured-launch.ts';
import { launchedEntry } from '../src/ptx/launch/geometry.ts';
import { kernelNameOf } from '../src/ptx/outline/kernel-name.ts';
import { outlineOf } from '../src/ptx/outline/outline.ts';
import type { Module } from '../src/ptx/parse/ast.ts';
import { readCapturePath } from './capture-files.ts';
import { fieldProblem, parsePtx } from './files.ts';
import type { VerbProblem } from './verb.ts';

/** A document whose source is PTX, with what was read of it. */
export interface CapturedProgram {
  readonly document: WorkbenchDocument;
  readonly text: string;
  readonly module: Module;
}

export async function readCapturedProgram(
  path: string,
  maxSeconds: number,
): Promise<Result<CapturedProgram, VerbProblem>> {
  const endsAt = performance.now() + maxSeconds * 1000;
  const contents = await readCapturePath(path);
  if (!contents.ok) return contents;
  const { capture, ptx } = contents.value;
  if ('missing' in capture.ptx || ptx === null) {
    const hint = 'hint' in capture.ptx ? capture.ptx.hint : '';
    const message = `${path}: the program holds '${kernelNameOf(capture.kernel)}' as machine code alone, which is not emulated: ${hint}`;
    return err({ message, exitCode: 3 });
  }
  const ptxName = `${path}: module.ptx`;
  const parsed = parsePtx([{ path: ptxName, text: ptx }], {
    maxSeconds,
    endsAt,
    choose: launchedEntry(capture.kernel),
  });
  if (!parsed.ok) return parsed;
  const launched = capturedLaunch(contents.value, outlineOf(parsed.value.module));
  if (!launched.ok) {
    const message = fieldProblem(path, launched.error);
    return err(launched.error.field === 'ptx.file' ? { message, exitCode: 3 } : message);
  }
  const document = captureDocument({ ...contents.value, ptx }, launched.value, kernelNameOf(capture.kernel));
  return ok({ document, ...parsed.value });
}
