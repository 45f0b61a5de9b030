/** Loads of shared memory of which a run can be asked whether anything depends on them. */
import type { Instruction } from '../parse/ast.ts';
import { isStrong } from './strong-words.ts';

export const isSharedLoad = ({ opcode, modifiers }: Instruction): boolean =>
  opcode === 'ldmatrix' || (opcode === 'ld' && !isStrong(modifiers));

/** Or an atomic, which stores, too. */
export const isSharedStore = ({ opcode }: Instruction): boolean => STORES.has(opcode);

const STORES: ReadonlySet<string> = new Set(['st', 'stmatrix', 'atom', 'red']);
