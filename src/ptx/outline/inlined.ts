/**
 * A kernel with the functions that it calls in their places, as one function: so that the slice of its addresses sees what an index
 * comes from, though it is asked for behind a call. What passes through the slots of a call is moved from register to register.
 */
import type { Instruction, Operand, PtxFunction } from '../parse/ast.ts';
import { accessForms } from './memory-access.ts';

export interface InlinedKernel {
  readonly kernel: PtxFunction;
  /** The function and the instruction of it that an instruction stands for. */
  readonly originOf: (instruction: Instruction) => readonly [PtxFunction, Instruction];
}

/** Calls in calls. */
const MOST_DEPTH = 6;
/** Longer ones are not looked at. */
const MOST_INSTRUCTIONS = 4000;

/**
 * `byName`: functions with a body; others stay calls. Null where a function calls itself, is called by a guard, has parameters in
 * registers or a table of branches, or where all would be too long.
 */
export function inlinedKernel(entry: PtxFunction, byName: ReadonlyMap<string, PtxFunction>): InlinedKernel | null {
  const inliner = new Inliner(byName);
  const isWhole = inliner.add(entry, { suffix: '', slots: new Map(), depth: 0 });
  const { instructions, labels, origins } = inliner;
  if (!isWhole || instructions.length > MOST_INSTRUCTIONS) return null;
  return {
    kernel: { ...entry, instructions, labels },
    originOf: instruction => origins.get(instruction) ?? [entry, instruction],
  };
}

/** One activation of a function. */
interface Frame {
  /** Behind the names of its registers and labels. */
  readonly suffix: string;
  /** For its parameters and returns: the registers that stand for them, without the offsets. */
  readonly slots: ReadonlyMap<string, string>;
  readonly depth: number;
}

type Address = Extract<Operand, { readonly kind: 'address' }>;

class Inliner {
  readonly instructions: Instruction[] = [];
  readonly labels = new Map<string, number>();
  readonly origins = new Map<Instruction, readonly [PtxFunction, Instruction]>();
  readonly #byName: ReadonlyMap<string, PtxFunction>;
  #frames = 0;

  constructor(byName: ReadonlyMap<string, PtxFunction>) {
    this.#byName = byName;
  }

  /** Whether all of it could be. */
  add(f: PtxFunction, frame: Frame): boolean {
    const starts: number[] = [];
    let calls = 0;
    for (const [at, instruction] of f.instructions.entries()) {
      starts.push(this.instructions.length);
      if (this.instructions.length > MOST_INSTRUCTIONS) return false;
      const callee = instruction.opcode === 'call' ? this.#calleeOf(instruction) : undefined;
      if (callee && !this.#call(callee, instruction, frame, calls)) return false;
      if (callee) calls++;
      else if (instruction.opcode === 'ret' && frame.depth > 0) this.#return(f, at, frame);
      else if (!this.#slot(f, instruction, frame, calls)) this.#push(f, instruction, frame);
    }
    starts.push(this.instructions.length);
    for (const [label, at] of f.labels) this.labels.set(`${label}${frame.suffix}`, starts[at]);
    this.labels.set(endOf(frame), this.instructions.length);
    return true;
  }

  #calleeOf({ operands }: Instruction): PtxFunction | undefined {
    const named = operands.find(operand => operand.kind === 'symbol');
    return named?.kind === 'symbol' ? this.#byName.get(named.name) : undefined;
  }

  #call(callee: PtxFunction, { operands, guard }: Instruction, frame: Frame, call: number): boolean {
    const hasTable = callee.instructions.some(({ opcode }) => opcode === 'brx');
    if (guard || hasTable || callee.inRegisters.size > 0 || frame.depth >= MOST_DEPTH) return false;
    const at = operands.findIndex(operand => operand.kind === 'symbol');
    const slots = new Map<string, string>();
    for (const [list, own] of [
      [operands[at + 1], callee.params],
      [at > 0 ? operands[at - 1] : undefined, callee.returns],
    ] as const) {
      const names = list?.kind === 'list' ? list.elements : [];
      own.forEach(({ name }, i) => {
        const slot = names[i];
        if (slot?.kind === 'symbol') slots.set(name, slotOf(slot.name, frame, call));
      });
    }
    return this.add(callee, { suffix: `@${++this.#frames}`, slots, depth: frame.depth + 1 });
  }

  /** A load or a store of a slot, as moves; false for another instruction. `calls`: how many are behind. */
  #slot(f: PtxFunction, instruction: Instruction, frame: Frame, calls: number): boolean {
    const { opcode, modifiers, operands } = instruction;
    const isLoad = opcode === 'ld';
    const [value, address] = isLoad ? operands : [operands[1], operands[0]];
    if ((!isLoad && opcode !== 'st') || !modifiers.includes('param') || address?.kind !== 'address') return false;
    if (
      address.base?.kind !== 'symbol' ||
      (frame.depth === 0 && f.params.some(({ name }) => name === address.base?.name))
    )
      return false;
    const { name } = address.base;
    const slot = frame.slots.get(name) ?? slotOf(name, frame, isLoad ? calls - 1 : calls);
    const elements = value?.kind === 'vector' ? value.elements : value ? [value] : [];
    const [form] = accessForms(f, instruction);
    elements.forEach((element, i) => {
      const passed: Operand = {
        kind: 'register',
        name: `${slot}+${offsetOf(address) + (i * form.bytes) / elements.length}`,
      };
      const own = renamed(element, frame);
      const moved = { ...instruction, opcode: 'mov', modifiers: modifiers.slice(-1) };
      this.instructions.push({ ...moved, operands: isLoad ? [own, passed] : [passed, own] });
    });
    return true;
  }

  /** On to what stands behind the call. */
  #return(f: PtxFunction, at: number, frame: Frame): void {
    const instruction = f.instructions[at];
    if (at === f.instructions.length - 1 && instruction.guard === null) return;
    const operands: Operand[] = [{ kind: 'label', name: endOf(frame) }];
    const { guard } = instruction;
    const own = guard && { ...guard, register: `${guard.register}${frame.suffix}` };
    this.instructions.push({ ...instruction, opcode: 'bra', modifiers: [], guard: own, operands });
  }

  #push(f: PtxFunction, instruction: Instruction, frame: Frame): void {
    if (frame.suffix === '') {
      this.instructions.push(instruction);
      return;
    }
    const { guard, operands } = instruction;
    const copy: Instruction = {
      ...instruction,
      guard: guard && { ...guard, register: `${guard.register}${frame.suffix}` },
      operands: operands.map(operand => renamed(operand, frame)),
    };
    this.instructions.push(copy);
    this.origins.set(copy, [f, instruction]);
  }
}

const endOf = ({ suffix }: Frame): string => `end${suffix}`;
const slotOf = (name: string, { suffix }: Frame, call: number): string => `${name}${suffix}#${call}`;
const offsetOf = ({ byteOffset }: Address): number => Number(byteOffset);

function renamed(operand: Operand, frame: Frame): Operand {
  const { suffix } = frame;
  if (suffix === '') return operand;
  switch (operand.kind) {
    case 'register':
    case 'negated':
    case 'modified':
    case 'label':
      return { ...operand, name: `${operand.name}${suffix}` };
    case 'address': {
      const { base } = operand;
      return base?.kind === 'register' ? { ...operand, base: { ...base, name: `${base.name}${suffix}` } } : operand;
    }
    case 'vector':
    case 'list':
      return { ...operand, elements: operand.elements.map(element => renamed(element, frame)) };
    case 'pair':
      return { ...operand, first: renamed(operand.first, frame), second: renamed(operand.second, frame) };
    default:
      return operand;
  }
}
