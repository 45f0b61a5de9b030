/** What a GPU was seen to do: committed as JSON beside this file, compared by tests with what this project says. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const EVIDENCE_FOLDER = join(import.meta.dirname, 'evidence');

export interface Machine {
  readonly gpu: string;
  readonly driver: string;
  readonly toolkit: string;
  /** ISO date. */
  readonly date: string;
}

/** By probe's entry, one number per pattern in the order of `probePatterns`: wavefronts (shared) or sectors (global). */
export interface BankEvidence {
  readonly machine: Machine;
  readonly method: string;
  readonly counts: Readonly<Record<string, readonly number[]>>;
}

export interface FormAnswers {
  /** Hash of the operands. */
  readonly operands: string;
  readonly rows: number;
  /** Hash of the answers; null for an approximation, which is held against its bound. */
  readonly answers: string | null;
  /** Rows outside the manual's bound. */
  readonly beyondBound: number;
}

/** By the form's id. */
export interface InstructionEvidence {
  readonly machine: Machine;
  readonly method: string;
  readonly forms: Readonly<Record<string, FormAnswers>>;
}

/** By the launch's id, sha256 of its outputs. */
export interface KernelEvidence {
  readonly machine: Machine;
  readonly method: string;
  readonly outputs: Readonly<Record<string, string>>;
}

export const bankEvidence = (): BankEvidence => read('banks.json') as BankEvidence;
export const instructionEvidence = (): InstructionEvidence => read('instructions.json') as InstructionEvidence;
export const kernelEvidence = (): KernelEvidence => read('kernels.json') as KernelEvidence;

const read = (name: string): unknown => JSON.parse(readFileSync(join(EVIDENCE_FOLDER, name), 'utf8'));
