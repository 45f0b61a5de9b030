/**
 * Decoded kernels, kept as long as their module: a program does not depend on a launch's sizes and arguments, and running
 * changes nothing in it, so that the next launch of a kernel starts at once, and launches may run side by side.
 */
import { decode } from '../isa/decode.ts';
import type { InstructionTable } from '../isa/row.ts';
import type { Program } from '../machine/program.ts';
import type { PtxFunction } from '../parse/ast.ts';
import type { DeviceLayout } from './device-layout.ts';
import type { LoadedModule } from './loaded-module.ts';

interface Kept {
  readonly table: InstructionTable;
  readonly sharedBaseBytes: number;
  readonly variablesBase: number;
  readonly program: Program;
}

/** Only the last program of each entry is kept: the table and the two places seldom change between launches. */
const KEPT = new WeakMap<PtxFunction, Kept>();

export function decoded(
  loaded: LoadedModule,
  entry: PtxFunction,
  sharedBaseBytes: number,
  { variables, variablesBase }: DeviceLayout,
): Program {
  const kept = KEPT.get(entry);
  const isSame = kept?.sharedBaseBytes === sharedBaseBytes && kept.variablesBase === variablesBase;
  if (isSame && kept.table === loaded.table) return kept.program;
  const program = decode(loaded, entry, sharedBaseBytes, name => variables.get(name) ?? null);
  KEPT.set(entry, { table: loaded.table, sharedBaseBytes, variablesBase, program });
  return program;
}
