/** Loads of shared memory of which a run can be asked whether anything depends on them. */
import type { Program } from '../machine/program.ts';
import type { Instruction } from '../parse/ast.ts';
import { isStrong } from './strong-words.ts';

export const isSharedLoad = ({ opcode, modifiers }: Instruction): boolean =>
  opcode === 'ldmatrix' || (opcode === 'ld' && !isStrong(modifiers));

export const isSharedStore = ({ opcode }: Instruction): boolean => opcode === 'st' || opcode === 'stmatrix';

/** Only loops that copy asynchronously load ahead of their last round; elsewhere a load that races is a fault at once. */
export const loadsAhead = ({ operations }: Program): boolean => operations.some(({ source }) => source.opcode === 'cp');
