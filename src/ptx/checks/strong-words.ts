/** Loads and stores that are strong (PTX ISA, "Memory Consistency Model"). */
import type { Instruction } from '../parse/ast.ts';

const STRONG_WORDS = ['volatile', 'relaxed', 'acquire', 'release', 'mmio'];

export const isStrong = (modifiers: readonly string[]): boolean => modifiers.some(word => STRONG_WORDS.includes(word));

/** One that may bring what another thread is about to write. */
export const isPlainLoad = ({ opcode, modifiers }: Instruction): boolean => opcode === 'ld' && !isStrong(modifiers);
