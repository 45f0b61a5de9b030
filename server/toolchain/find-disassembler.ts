/** The toolkit's disassemblers. They come with nvcc, but not with every installation of it. */
import { dirname, join } from 'node:path';
import { findProgram, isExecutable } from '../exec/containment.ts';
import { CUBIN_FILE } from './command-line.ts';

export interface Disassembler {
  readonly name: 'nvdisasm' | 'cuobjdump';
  /** An absolute path. */
  readonly file: string;
  /** Arguments that print the code of `CUBIN_FILE`. */
  readonly argv: readonly string[];
}

/** nvdisasm gives the source line of each instruction; cuobjdump does not. */
const NVDISASM = ['-g', '-c', CUBIN_FILE];
const CUOBJDUMP = ['-sass', CUBIN_FILE];

/** @param nvcc its path. Null if there is neither disassembler. */
export function findDisassembler(nvcc: string): Disassembler | null {
  const pathOf = (name: string): string | undefined =>
    [join(dirname(nvcc), name), findProgram(name) ?? '', join('/usr/local/cuda/bin', name)].find(isExecutable);
  const [nvdisasm, cuobjdump] = ['nvdisasm', 'cuobjdump'].map(pathOf);
  if (nvdisasm !== undefined) return { name: 'nvdisasm', file: nvdisasm, argv: NVDISASM };
  return cuobjdump === undefined ? null : { name: 'cuobjdump', file: cuobjdump, argv: CUOBJDUMP };
}
