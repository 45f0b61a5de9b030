/** The toolkit's disassemblers: they come with nvcc, but not with every installation of it. */
import { dirname, join } from 'node:path';
import { findProgram, isExecutable } from '../exec/containment.ts';
import { CUBIN_FILE } from './command-line.ts';

export interface Disassembler {
  readonly name: 'nvdisasm' | 'cuobjdump';
  /** Absolute. */
  readonly file: string;
  /** Prints the code of `CUBIN_FILE`. */
  readonly argv: readonly string[];
}

/** Says of which line of the source each instruction is; the other one does not. */
const NVDISASM = ['-g', '-c', CUBIN_FILE];
const CUOBJDUMP = ['-sass', CUBIN_FILE];

/** `nvcc`: its path. Null where there is neither. */
export function findDisassembler(nvcc: string): Disassembler | null {
  const pathOf = (name: string): string | undefined =>
    [join(dirname(nvcc), name), findProgram(name) ?? '', join('/usr/local/cuda/bin', name)].find(isExecutable);
  const [nvdisasm, cuobjdump] = ['nvdisasm', 'cuobjdump'].map(pathOf);
  if (nvdisasm !== undefined) return { name: 'nvdisasm', file: nvdisasm, argv: NVDISASM };
  return cuobjdump === undefined ? null : { name: 'cuobjdump', file: cuobjdump, argv: CUOBJDUMP };
}
