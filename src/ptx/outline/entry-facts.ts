/** What the instructions of a kernel, and of what it calls, do: accesses, comparisons, loads of parameters. */
import type { Instruction, Operand, PtxFunction, ScalarType } from '../parse/ast.ts';
import type { DataFlow } from './data-flow.ts';
import type { Flow } from './flow.ts';
import { type AccessForm, accessForms, tensorMapOperand } from './memory-access.ts';
import type { SourceSet } from './sources.ts';

export interface Bytes {
  readonly byteOffset: number;
  readonly sizeBytes: number;
}
export interface Access {
  readonly f: PtxFunction;
  readonly form: AccessForm;
  readonly flow: Flow;
  readonly byteOffset: number;
}

interface Load extends Bytes {
  readonly f: PtxFunction;
  readonly target: Operand;
  readonly type: ScalarType | null;
}

/** What these only carry along is used by others, or by nobody. */
const COPIES = new Set(['ld', 'st', 'mov', 'call', 'ret']);

export class EntryFacts {
  /** Of shared and global memory. */
  readonly accesses: Access[] = [];
  /** What reaches the two sides. */
  readonly comparisons: (readonly [SourceSet, SourceSet])[] = [];
  /** Parameters whose address a tensor copy takes. */
  readonly maps = new Set<number>();
  /** By parameter. */
  readonly loads = new Map<number, Load[]>();
  /** What reaches anything at all. */
  everything: SourceSet = 0n;
  /** What reaches addresses, stored values, and comparisons with more than threads, CTAs and constants. */
  effective: SourceSet = 0n;
  readonly #flow: DataFlow;

  constructor(flow: DataFlow) {
    this.#flow = flow;
    for (const f of flow.functions) for (const instruction of f.instructions) this.#collect(f, instruction);
  }

  #collect(f: PtxFunction, instruction: Instruction): void {
    const { opcode, operands } = instruction;
    if (!COPIES.has(opcode)) for (const operand of operands) this.everything |= this.#flow.flowOf(f, operand).all;
    const map = tensorMapOperand(instruction);
    if (map !== null) this.#tensorMap(this.#flow.addressFlow(f, map));
    if (opcode === 'setp' || opcode === 'set') {
      this.#comparison(this.#flow.flowOf(f, operands[1]).all, this.#flow.flowOf(f, operands[2]).all);
    }
    for (const form of accessForms(instruction)) this.#access(f, instruction, form);
  }

  /** `x + y == -z` asks whether this is the first thread: that a kernel asks it of an axis needs no threads there. */
  #comparison(a: SourceSet, b: SourceSet): void {
    this.comparisons.push([a, b]);
    if (!this.#flow.sources.isPlace(a | b)) this.effective |= a | b;
  }

  #tensorMap({ base }: Flow): void {
    for (const { variable } of this.#flow.sources.ofKind(base, 'place')) {
      const param = this.#flow.paramOf(variable);
      if (param !== null) this.maps.add(param);
    }
  }

  #access(f: PtxFunction, instruction: Instruction, form: AccessForm): void {
    const flow = this.#flow.addressFlow(f, form.address);
    const byteOffset = form.address.kind === 'address' ? Number(form.address.byteOffset) : 0;
    const isOwn = this.#flow.sources.ofKind(flow.base, 'place').length > 0;
    if (isOwn && instruction.opcode === 'ld') this.#load(f, instruction.operands[0], form);
    if (isOwn) return;
    this.accesses.push({ f, form, flow, byteOffset });
    const reaching = flow.all | this.#flow.flowOf(f, form.data ?? undefined).all;
    this.everything |= reaching;
    this.effective |= reaching;
  }

  /** Of parameters, perhaps by way of a copy. */
  #load(f: PtxFunction, target: Operand, { type }: AccessForm): void {
    for (const element of target.kind === 'vector' ? target.elements : [target]) {
      const values = this.#flow.sources.ofKind(this.#flow.flowOf(f, element).base, 'value');
      if (values.length !== 1) continue;
      const [{ param, byteOffset, sizeBytes }] = values;
      const loads = this.loads.get(param) ?? [];
      this.loads.set(param, loads);
      loads.push({ byteOffset, sizeBytes, f, target: element, type });
    }
  }
}
