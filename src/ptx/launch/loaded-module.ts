/** A module with the rows that its instructions may need: all that a launch has to be given of a kernel's code. */
import { CORE_TABLE } from '../isa/core-table.ts';
import type { InstructionTable } from '../isa/row.ts';
import type { Module } from '../parse/ast.ts';

export interface LoadedModule {
  readonly module: Module;
  readonly table: InstructionTable;
}

/** For a page: whoever runs core instructions only fetches no other rows. */
export async function loadOnDemand(module: Module): Promise<LoadedModule> {
  const isCore = module.functions.every(f => f.instructions.every(({ opcode }) => CORE_TABLE.has(opcode)));
  return { module, table: isCore ? CORE_TABLE : (await import('../isa/table.ts')).TABLE };
}
