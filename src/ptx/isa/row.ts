/** One row of the instruction table: a mnemonic, with all its types and modifiers. */
import type { Run } from '../machine/operation.ts';
import type { Form } from './form.ts';

export interface Row {
  /** First word of the instruction. */
  readonly opcode: string;
  /** Where the PTX ISA manual describes it: chapter and instruction. */
  readonly section: string;
  /** Fills the slots of `form.operation` and returns what carries it out, or refuses. */
  readonly decode: (form: Form) => Run;
}

export const row = (opcode: string, section: string, decode: Row['decode']): Row => ({ opcode, section, decode });

const SIZE = /\d+/;

/** `s32` -> `b32`: the effect does not depend on the sign. */
export const untyped = (type: string): string => `b${SIZE.exec(type)?.[0]}`;
export const isFloat = (type: string): boolean => type.startsWith('f') || type.startsWith('bf');
/** Element width in bits. */
export const widthOf = (type: string): number => Number(SIZE.exec(type)?.[0]);
