/**
 * Decoded kernels, kept as long as their module: a program does not depend on a launch's sizes and arguments, and running
 * changes nothing in it, so that the next launch of a kernel starts at once, and launches may run side by side.
 */
import { decode } from '../isa/decode.ts';
import type { Program } from '../machine/program.ts';
import type { Module, PtxFunction } from '../parse/ast.ts';
import type { DeviceLayout } from './device-layout.ts';

interface Kept {
  readonly sharedBaseBytes: number;
  readonly variablesBase: number;
  readonly program: Program;
}

/** Of each entry the last one: what differs between launches is, nearly always, neither of the two places. */
const KEPT = new WeakMap<PtxFunction, Kept>();

export function decoded(
  module: Module,
  entry: PtxFunction,
  sharedBaseBytes: number,
  { variables, variablesBase }: DeviceLayout,
): Program {
  const kept = KEPT.get(entry);
  if (kept?.sharedBaseBytes === sharedBaseBytes && kept.variablesBase === variablesBase) return kept.program;
  const program = decode(module, entry, sharedBaseBytes, name => variables.get(name) ?? null);
  KEPT.set(entry, { sharedBaseBytes, variablesBase, program });
  return program;
}
