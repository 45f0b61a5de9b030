/** Flow to each register and each slot of a call, and the meaning of names: threads, parameters, shared arrays. */
import { assert } from '../../base/assert.ts';
import type { Module, Operand, PtxFunction, VariableSpace } from '../parse/ast.ts';
import { type Flow, isSame, join, NOTHING, threadIndex, unscaled } from './flow.ts';
import type { GridAxis } from './module-outline.ts';
import type { Sources } from './sources.ts';

export class FlowTable {
  /** Set when an entry is added. */
  changed = false;
  readonly #sources: Sources;
  /** Indices of the kernel's parameters by name. */
  readonly #params: ReadonlyMap<string, number>;
  readonly #locals: ReadonlySet<string>;
  readonly #shared: ReadonlySet<string>;
  readonly #flows: ReadonlyMap<PtxFunction, Map<string, Flow>>;

  /** `functions`: the kernel first, then all that it calls. */
  constructor(sources: Sources, module: Module, functions: readonly PtxFunction[]) {
    this.#sources = sources;
    this.#flows = new Map(functions.map(f => [f, new Map()]));
    this.#params = new Map(functions[0].params.map((p, i) => [p.name, i]));
    const variables = [...module.variables, ...functions.flatMap(f => f.variables)];
    const namesIn = (space: VariableSpace) => new Set(variables.filter(v => v.space === space).map(v => v.name));
    this.#shared = namesIn('shared');
    this.#locals = namesIn('local');
  }

  flowOf(f: PtxFunction, operand: Operand | undefined): Flow {
    switch (operand?.kind) {
      case 'register':
        return this.get(f, operand.name);
      case 'special':
        return this.#special(operand.name);
      case 'symbol':
        return this.#symbol(f, operand.name, operand.addend);
      case 'vector':
        return operand.elements.reduce((sum, element) => join(sum, this.flowOf(f, element)), NOTHING);
      default:
        return NOTHING;
    }
  }

  /** Flow to the address of an access. */
  addressFlow(f: PtxFunction, address: Operand): Flow {
    if (address.kind !== 'address' || address.base === null) return NOTHING;
    const { kind, name } = address.base;
    const offset = Number(address.byteOffset);
    const flow = kind === 'register' ? this.get(f, name) : this.#symbol(f, name, offset);
    return kind === 'register' ? this.moved(flow, offset) : flow;
  }

  /** Index of the parameter of that name; null for other variables. */
  paramOf(variable: string): number | null {
    return this.#params.get(variable) ?? null;
  }

  get(f: PtxFunction, name: string): Flow {
    return this.#flows.get(f)?.get(name) ?? NOTHING;
  }

  add(f: PtxFunction, name: string, flow: Flow): void {
    const flows = this.#flows.get(f);
    assert(flows !== undefined, 'a function that is not reached');
    const old = flows.get(name) ?? NOTHING;
    const sum = join(old, flow);
    if (isSame(sum, old)) return;
    flows.set(name, sum);
    this.changed = true;
  }

  #special(name: string): Flow {
    const axis = (name.at(-1) ?? 'x') as GridAxis;
    if (name.startsWith('%tid.')) return threadIndex(this.#sources.bit({ kind: 'thread', axis }));
    if (name.startsWith('%ctaid.')) return unscaled(this.#sources.bit({ kind: 'cta', axis }));
    if (name.startsWith('%ntid.')) return unscaled(this.#sources.bit({ kind: 'size', of: 'thread', axis }));
    if (name.startsWith('%nctaid.')) return unscaled(this.#sources.bit({ kind: 'size', of: 'cta', axis }));
    const inWarp = name === '%laneid' || name === '%warpid' || name.startsWith('%lanemask');
    return inWarp ? threadIndex(this.#sources.bit({ kind: 'thread', axis: 'x' })) : NOTHING;
  }

  #symbol(f: PtxFunction, name: string, byteOffset: number): Flow {
    const isPlace = this.#locals.has(name) || (f.kind === 'entry' && this.#params.has(name));
    if (isPlace) return unscaled(this.#sources.bit({ kind: 'place', variable: name, byteOffset }));
    return this.#shared.has(name) ? unscaled(this.#sources.bit({ kind: 'shared', name })) : NOTHING;
  }

  /** Places in a parameter move by a constant; other sources stay what they are. */
  moved(flow: Flow, byteOffset: number): Flow {
    const places = this.#sources.ofKind(flow.base, 'place');
    if (byteOffset === 0 || places.length === 0) return flow;
    let { base, all } = flow;
    for (const place of places) {
      const old = this.#sources.bit(place);
      const moved = this.#sources.bit({ ...place, byteOffset: place.byteOffset + byteOffset });
      base = (base & ~old) | moved;
      all = (all & ~old) | moved;
    }
    return { ...flow, base, all };
  }

  set(f: PtxFunction, target: Operand | undefined, flow: Flow): void {
    if (target?.kind === 'register') this.add(f, target.name, flow);
    else if (target?.kind === 'vector') for (const element of target.elements) this.set(f, element, flow);
    else if (target?.kind === 'pair') this.set(f, target.first, flow);
  }
}
