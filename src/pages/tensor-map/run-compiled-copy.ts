/** Runs the copy, and compares what it left with the model's. Loaded when the page asks for the first copy. */
import { CHUNK_BYTES } from '../../base/hardware.ts';
import { ok, type Result } from '../../base/result.ts';
import type { TensorCopyVariant } from '../../kernels/tensor-copy/variants.ts';
import type { CopyOfState } from '../kit/tensor-map/copy-of-state.ts';
import { runCompiled } from '../kit/tile/compiled-run.ts';
import { type CompiledCopy, copyProgram, differingChunks, foundIn, predictedOutput } from './compiled-copy.ts';

/** The error says why the kernel has no such copy. Rejects where it has and stops. */
export async function runCompiledCopy(
  variant: TensorCopyVariant,
  shown: CopyOfState,
  signal: AbortSignal,
): Promise<Result<CompiledCopy, string>> {
  const program = copyProgram(variant, shown);
  if (!program.ok) return program;
  const { output, faults, provenance } = await runCompiled('tensor-map', program.value, signal);
  const predicted = predictedOutput(shown);
  const differing = differingChunks(output, predicted);
  return ok({
    differing: differing.length,
    chunks: predicted.length / CHUNK_BYTES,
    ...{ faults, provenance },
    direction: shown.copy.direction,
    other: { name: 'emulated', holds: foundIn(shown, output, differing) },
  });
}
