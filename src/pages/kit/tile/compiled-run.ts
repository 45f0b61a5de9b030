/** Fetches a kernel's committed PTX and runs it in the emulator's worker. Loaded when a page asks for the first run. */

import type { Params } from '../../../contract/param-field.ts';
import type { Kernel } from '../../../kernels/kernel.ts';
import { emulateGrid } from '../../../services/emulator/client.ts';
import { rest } from '../../../services/emulator/emulation-questions.ts';
import { fetchShippedPtx } from '../../../services/ptx-source.ts';
import type { Launch } from '../../../trace/launch.ts';

export interface CompiledProgram {
  readonly kernel: Kernel;
  readonly variant: string;
  /** Parameters; those that are compiled in decide which PTX is used. */
  readonly params: Params;
  readonly arch: string;
  readonly launch: Launch;
  /** The buffer to read back. */
  readonly output: string;
}

export interface CompiledRun {
  readonly output: Uint8Array;
  readonly faults: number;
  readonly provenance: string;
}

/** Time without changes before a run starts: a moving slider or box starts none. */
const REST_MS = 150;

/** `slot`: of whose runs only the newest counts. Rejects where the kernel stops. */
export async function runCompiled(slot: string, program: CompiledProgram, signal: AbortSignal): Promise<CompiledRun> {
  await rest(REST_MS, signal);
  const { kernel, variant, params, arch, launch, output } = program;
  const { text, provenance } = await fetchShippedPtx(kernel, variant, params, arch);
  const ran = await emulateGrid(slot, { ptx: text, launch, output }, () => undefined, signal);
  if (!ran.ok) throw new Error(`It stopped at ${ran.error.stage}: ${ran.error.message}`);
  return { output: ran.value.output, faults: ran.value.faults.length, provenance };
}
