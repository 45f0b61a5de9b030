/**
 * Turns a parsed kernel into a program. An instruction that the table lacks, or whose form its row refuses, becomes an
 * operation that raises the fault when a lane executes it: on a path that is never taken it does no harm.
 */
import type { BeyondCore } from '../launch/beyond-core.ts';
import type { LoadedModule } from '../launch/loaded-module.ts';
import { FaultSignal, whereWords } from '../machine/faults.ts';
import type { FunctionPlace } from '../machine/function-place.ts';
import { Operation, type Run } from '../machine/operation.ts';
import type { Program } from '../machine/program.ts';
import type { Instruction, PtxFunction } from '../parse/ast.ts';
import { CallGraph } from './call-graph.ts';
import { CORE_EFFECTS } from './effect-set.ts';
import { Form } from './form.ts';
import { classOf } from './instruction-class.ts';
import { Linker } from './linker.ts';
import { watchOpenRegisters } from './open-registers.ts';
import { Refusal } from './refusal.ts';
import { refused, whereabouts } from './refused-run.ts';
import type { InstructionTable, Row } from './row.ts';
import { returnFrom } from './rows/control.ts';
import { SourcePlaces } from './source-places.ts';
import type { ModuleAddress, SharedWindow } from './variable-places.ts';

export function decode(
  { module, table, beyondCore, inlinedCalls }: LoadedModule,
  entry: PtxFunction,
  shared: SharedWindow,
  moduleAddress: ModuleAddress,
): Program {
  const graph = new CallGraph(module, entry);
  const link = new Linker(module, beyondCore?.effects ?? CORE_EFFECTS, graph, shared, moduleAddress);
  const places = new SourcePlaces(module, inlinedCalls);
  const known = { table, unknown: unknownTo(beyondCore), places, beyondCore };
  const operations = link.functions.flatMap(place => decodeFunction(place, link, known));
  for (const pass of link.afterwards) pass(operations, link);
  const openRegisters = watchOpenRegisters(operations, link.functions);
  const image = link.slots.image();
  return {
    entry,
    functions: link.functions,
    operations,
    image,
    words: image.length,
    registerWords: link.slots.registerWords,
    specials: link.slots.specials,
    openRegisters,
    ...sharedOf(link),
    localBytes: stackBytes(graph, link),
    stackAlignBytes: link.places.stackAlignBytes,
    classOf: instruction => classOf(table.get(instruction.opcode), instruction),
    sharedGranule: link.sharedGranule,
    usesToolkitMemory: link.usesToolkitMemory,
    lanesInStep: link.lanesInStep,
    isDebug: module.isDebug,
    globalGranule: link.globalGranule,
  };
}

const sharedOf = ({ places: { staticSharedBytes, dynamicSharedOffset, sharedVariables } }: Linker) => ({
  staticSharedBytes,
  dynamicSharedOffset,
  sharedVariables,
});

/** Bytes of each thread's stack for recursion and `alloca`, beyond one frame of every function. */
const GROWING_STACK_BYTES = 32 * 1024;

function stackBytes(graph: CallGraph, { functions, growsStack }: Linker): number {
  const frames = new Map(functions.map(place => [place.fn, place.frameBytes]));
  const longest = growsStack ? null : graph.longestChain(fn => frames.get(fn)!);
  return longest ?? [...frames.values()].reduce((sum, bytes) => sum + bytes, GROWING_STACK_BYTES);
}

interface Known {
  readonly table: InstructionTable;
  /** Runs where the table has no row. */
  readonly unknown: Run;
  readonly places: SourcePlaces;
  readonly beyondCore: BeyondCore | null;
}

function decodeFunction(place: FunctionPlace, link: Linker, known: Known): Operation[] {
  const { table, unknown, places } = known;
  const { fn, firstPc } = place;
  link.enter(place);
  const operations = fn.instructions.map((instruction, i) =>
    decodeInstruction(
      table.get(instruction.opcode),
      operationFor(instruction, firstPc + i, unknown, places),
      link,
      known,
    ),
  );
  const last = fn.instructions.at(-1);
  const end: Instruction = {
    opcode: 'ret',
    modifiers: [],
    guard: null,
    operands: [],
    location: last?.location ?? null,
    text: `end of ${fn.name}`,
    ptxLine: last?.ptxLine ?? 0,
  };
  return [...operations, operationFor(end, firstPc + operations.length, returnFrom, places)];
}

const operationFor = (source: Instruction, pc: number, run: Run, places: SourcePlaces): Operation =>
  new Operation(run, pc, source, places.of(source.location));

function decodeInstruction(row: Row | undefined, operation: Operation, link: Linker, { beyondCore }: Known): Operation {
  const { source: instruction } = operation;
  if (instruction.guard) {
    operation.guard = link.register(instruction.guard.register).slot;
    operation.negated = instruction.guard.negated;
  }
  if (!row) return operation;
  try {
    const form = new Form(instruction, operation, link);
    form.requireTypes(row.types);
    beyondCore?.refuseIllWritten(instruction, link);
    if (row.hints) form.takeHints(row.hints);
    operation.run = form.afterPreparations(row.decode(form));
    form.refuseUnread();
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    operation.run = refused(refusal.reason);
  }
  return operation;
}

const unknownTo =
  (beyondCore: BeyondCore | null): Run =>
  (warp, operation, mask) => {
    const { place, who } = whereabouts(warp, operation, mask);
    const { opcode, text } = operation.source;
    const instead = beyondCore?.insteadOf(opcode) ?? '';
    const message = `${whereWords(place, who)}: the emulator has no '${opcode}' ('${text}')${instead}.`;
    throw new FaultSignal({ kind: 'unknownOpcode', message, place, who, opcode });
  };
