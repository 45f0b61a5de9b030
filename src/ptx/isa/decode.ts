/**
 * From a parsed kernel to a program. An instruction that the table lacks, or whose form its row refuses, becomes an
 * operation that raises the fault when a lane gets there: on a path that is never taken it does no harm.
 */
import { FaultSignal, placeOf, whereWords } from '../machine/faults.ts';
import { Operation, type Run } from '../machine/operation.ts';
import type { Program } from '../machine/program.ts';
import type { Instruction, Module, PtxFunction } from '../parse/ast.ts';
import { Form, Refusal } from './form.ts';
import { Linker } from './linker.ts';
import { returnFrom } from './rows/control.ts';
import { TABLE } from './table.ts';
import type { ModuleAddress } from './variable-places.ts';

export function decode(
  module: Module,
  entry: PtxFunction,
  sharedBaseBytes: number,
  moduleAddress: ModuleAddress,
): Program {
  const link = new Linker(module, calledFrom(module, entry), sharedBaseBytes, moduleAddress);
  const operations = link.functions.flatMap(fn => decodeFunction(fn, link));
  const image = link.slots.image();
  return {
    entry,
    operations,
    image,
    words: image.length,
    registerWords: link.slots.registerWords,
    specials: link.slots.specials,
    staticSharedBytes: link.places.staticSharedBytes,
    dynamicSharedOffset: link.places.dynamicSharedOffset,
    localBytes: link.places.localBytes,
    sharedGranule: link.sharedGranule,
  };
}

/** The entry and all functions that calls reach from it; those that call themselves, directly or not, are left out. */
function calledFrom(module: Module, entry: PtxFunction): PtxFunction[] {
  const byName = new Map(module.functions.map(f => [f.name, f]));
  const found = new Set<PtxFunction>();
  const open = new Set<PtxFunction>();
  const recursive = new Set<PtxFunction>();
  const visit = (fn: PtxFunction): void => {
    if (open.has(fn)) recursive.add(fn);
    if (found.has(fn)) return;
    found.add(fn);
    open.add(fn);
    for (const callee of calleesOf(fn, byName)) visit(callee);
    open.delete(fn);
  };
  visit(entry);
  return [...found].filter(fn => !recursive.has(fn));
}

function calleesOf(fn: PtxFunction, byName: ReadonlyMap<string, PtxFunction>): PtxFunction[] {
  const calls = fn.instructions.filter(i => i.opcode === 'call');
  const names = calls.flatMap(i => i.operands).flatMap(o => (o.kind === 'symbol' ? [o.name] : []));
  return names.map(name => byName.get(name)).filter(f => f !== undefined && !f.external) as PtxFunction[];
}

function decodeFunction(fn: PtxFunction, link: Linker): Operation[] {
  const firstPc = link.enter(fn);
  const operations = fn.instructions.map((instruction, i) => decodeInstruction(instruction, firstPc + i, link));
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
  return [...operations, operationFor(end, firstPc + operations.length, returnFrom)];
}

function operationFor(source: Instruction, pc: number, run: Run): Operation {
  return new Operation(run, pc, source, source.location?.line ?? 0, source.location?.file ?? 0);
}

function decodeInstruction(instruction: Instruction, pc: number, link: Linker): Operation {
  const operation = operationFor(instruction, pc, unknown);
  if (instruction.guard) {
    operation.guard = link.register(instruction.guard.register).slot;
    operation.negated = instruction.guard.negated;
  }
  const row = TABLE.get(instruction.opcode);
  if (!row) return operation;
  try {
    const form = new Form(instruction, operation, link);
    form.requireTypes(row.types);
    operation.run = form.afterComplements(row.decode(form));
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    operation.run = refused(refusal.reason);
  }
  return operation;
}

const unknown: Run = (warp, operation, mask) => {
  const { place, who } = whereabouts(warp, operation, mask);
  const { opcode } = operation.source;
  const message = `${whereWords(place, who)}: the emulator has no '${opcode}' ('${operation.source.text}').`;
  throw new FaultSignal({ kind: 'unknownOpcode', message, place, who, opcode });
};

const refused =
  (reason: string): Run =>
  (warp, operation, mask) => {
    const { place, who } = whereabouts(warp, operation, mask);
    const { text, opcode, modifiers } = operation.source;
    const message = `${whereWords(place, who)}: '${text}' cannot run here: ${reason}.`;
    throw new FaultSignal({ kind: 'unsupported', message, place, who, opcode: [opcode, ...modifiers].join('.') });
  };

function whereabouts(warp: Parameters<Run>[0], operation: Operation, mask: number) {
  const place = placeOf(warp.cta.grid.files, operation);
  return { place, who: { cta: warp.cta.number, warp: warp.index, lane: 31 - Math.clz32(mask & -mask) } };
}
