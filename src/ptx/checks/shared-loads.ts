/** Loads of shared memory of which a run can be asked whether anything depends on them. */
import type { Instruction } from '../parse/ast.ts';
import { isStrong } from './strong-words.ts';

export const isSharedLoad = ({ opcode, modifiers }: Instruction): boolean =>
  opcode === 'ldmatrix' || (opcode === 'ld' && !isStrong(modifiers));

export const isSharedStore = ({ opcode }: Instruction): boolean => opcode === 'st' || opcode === 'stmatrix';
