/** Fetches the kernel's PTX, runs the copy, and compares its dump. Loaded when the page asks for the first copy. */
import { emulateGrid } from '../../app/emulator/client.ts';
import { addressText } from '../../base/numerals.ts';
import { ok, type Result } from '../../base/result.ts';
import { kernel } from '../../kernels/swizzle/index.ts';
import { CHUNK_BYTES } from '../../model/tma/tile.ts';
import { rest } from '../exhibit/emulation-questions.ts';
import { fetchShippedPtx } from '../exhibit/ptx-source.ts';
import { copyProgram, differingChunks, predictedDump } from './compiled-copy.ts';
import type { CopyOfState } from './copy-of-state.ts';
import type { CompiledCopy } from './use-compiled-copy.ts';

/** A box on its way asks for nothing. */
const REST_MS = 200;

/** The error says why the kernel has no such copy. Rejects where it has and stops. */
export async function runCompiledCopy(shown: CopyOfState, signal: AbortSignal): Promise<Result<CompiledCopy, string>> {
  const program = copyProgram(shown);
  if (!program.ok) return program;
  await rest(REST_MS, signal);
  const { launch, arch, offset } = program.value;
  // The text is the same for all parameters: the map is the launch's.
  const { text, provenance } = await fetchShippedPtx(kernel, 'tma-tile', {}, arch);
  const ran = await emulateGrid('tensor-map', { ptx: text, launch, output: 'out' }, () => undefined, signal);
  if (!ran.ok) throw new Error(`It stopped at ${ran.error.stage}: ${ran.error.message}`);
  const { differing, chunks } = differingChunks(ran.value.output, predictedDump(shown, program.value));
  const first = differing.length === 0 ? null : addressText(shown.copy.base - offset + differing[0] * CHUNK_BYTES);
  return ok({ differing: differing.length, chunks, first, faults: ran.value.faults.length, provenance });
}
