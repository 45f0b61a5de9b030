/** Readers that every part of the parser shares; one set for each text. */
import type { LiteralReader } from './literals.ts';
import type { ModuleNames } from './module-names.ts';
import type { Scanner } from './scanner.ts';

export interface Readers {
  readonly scanner: Scanner;
  readonly literals: LiteralReader;
  readonly module: ModuleNames;
}
