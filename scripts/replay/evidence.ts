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

/** By the launch's id, sha256 of what its outputs held. */
export interface OutputEvidence {
  readonly machine: Machine;
  readonly method: string;
  readonly outputs: Readonly<Record<string, string>>;
}

export const bankEvidence = (): BankEvidence => read('banks.json') as BankEvidence;
export const instructionEvidence = (): OutputEvidence => read('instructions.json') as OutputEvidence;
export const kernelEvidence = (): OutputEvidence => read('kernels.json') as OutputEvidence;

const read = (name: string): unknown => JSON.parse(readFileSync(join(EVIDENCE_FOLDER, name), 'utf8'));
