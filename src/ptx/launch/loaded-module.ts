/** A parsed module with the instruction rows and machine parts that it needs. */
import { TENSOR_MAP_BYTES } from '../../base/hardware.ts';
import type { Launch } from '../../trace/launch.ts';
import { isCoreFunction } from '../isa/core-forms.ts';
import { CORE_TABLE } from '../isa/core-table.ts';
import type { InlinedCalls } from '../isa/inlined-calls.ts';
import type { InstructionTable } from '../isa/row.ts';
import type { Module } from '../parse/ast.ts';
import type { BeyondCore } from './beyond-core.ts';

export interface LoadedModule {
  readonly module: Module;
  readonly table: InstructionTable;
  /** Null where core instructions are all that there are, in CTAs and launches that stand alone. */
  readonly beyondCore: BeyondCore | null;
  /** Null where nothing was inlined. */
  readonly inlinedCalls: InlinedCalls | null;
}

/** Loads the module for a page: a kernel of core instructions needs no further download. */
export async function loadOnDemand(module: Module, launch: Launch): Promise<LoadedModule> {
  const inlinedCalls = hasInlined(module) ? new (await import('../isa/inlined-calls.ts')).InlinedCalls(module) : null;
  if (isCore(module) && standsAlone(module, launch))
    return { module, table: CORE_TABLE, beyondCore: null, inlinedCalls };
  const { BEYOND_CORE } = await import('./beyond-core.ts');
  return {
    module: BEYOND_CORE.withGridBarrier(module),
    table: BEYOND_CORE.table,
    beyondCore: BEYOND_CORE,
    inlinedCalls,
  };
}

const hasInlined = ({ functions }: Module): boolean =>
  functions.some(({ instructions }) => instructions.some(({ location }) => location?.inlinedAt !== undefined));

/** A parameter may be a tensor map, which is checked whether or not an instruction takes it; a function of the system is written in instructions beyond the core. */
const isCore = ({ functions }: Module): boolean =>
  functions.every(
    fn => !fn.external && isCoreFunction(fn) && fn.params.every(({ sizeBytes }) => sizeBytes < TENSOR_MAP_BYTES),
  );

const CLUSTER_DIRECTIVES = ['reqnctapercluster', 'explicitcluster', 'blocksareclusters'];

/** Whether no CTA can reach another's shared memory, and no launch before is still running. */
const standsAlone = ({ functions }: Module, { cluster, programmaticStreamSerialization = false }: Launch): boolean =>
  !programmaticStreamSerialization &&
  cluster === undefined &&
  functions.every(({ performance }) => !CLUSTER_DIRECTIVES.some(name => performance.has(name)));
