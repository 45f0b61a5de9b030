/** What every part of the parser reads with; one set for a text. */
import type { LiteralReader } from './literals.ts';
import type { ModuleNames } from './module-names.ts';
import type { Scanner } from './scanner.ts';

export interface Readers {
  readonly scanner: Scanner;
  readonly literals: LiteralReader;
  readonly module: ModuleNames;
}
