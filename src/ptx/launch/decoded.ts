/**
 * Decoded kernels, kept as long as their module: a program does not depend on a launch's sizes and arguments, and running
 * changes nothing in it, so that the next launch of a kernel starts at once, and launches may run side by side.
 */
import { decode } from '../isa/decode.ts';
import type { InstructionTable } from '../isa/row.ts';
import type { SharedWindow } from '../isa/variable-places.ts';
import type { Program } from '../machine/program.ts';
import type { PtxFunction } from '../parse/ast.ts';
import type { DeviceLayout } from './device-layout.ts';
import type { LoadedModule } from './loaded-module.ts';

interface Kept {
  readonly table: InstructionTable;
  readonly shared: SharedWindow;
  readonly variablesBase: number;
  readonly program: Program;
}

/**
 * The last program of each entry; only one is kept, since the table and the two places seldom change between launches.
 */
const KEPT = new WeakMap<PtxFunction, Kept>();

const isSameWindow = (a: SharedWindow, b: SharedWindow): boolean =>
  a.baseBytes === b.baseBytes && a.gapBytes === b.gapBytes;

export function decoded(
  loaded: LoadedModule,
  entry: PtxFunction,
  shared: SharedWindow,
  { variables, variablesBase }: DeviceLayout,
): Program {
  const kept = KEPT.get(entry);
  const isSame = kept !== undefined && isSameWindow(kept.shared, shared) && kept.variablesBase === variablesBase;
  if (isSame && kept.table === loaded.table) return kept.program;
  const program = decode(loaded, entry, shared, name => variables.get(name) ?? null);
  KEPT.set(entry, { table: loaded.table, shared, variablesBase, program });
  return program;
}
