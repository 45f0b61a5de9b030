/**
 * A launch to start from: small, of plausible sizes that fit each other, and accepted by the emulator. What it says is a
 * guess until somebody confirms it, so each guessed path is listed. What a user settled stays, and the guesses follow it.
 */
import {
  type BufferSpec,
  type Dim3,
  ELEMENT_BYTES,
  type ExactInteger,
  type Launch,
  type LaunchParam,
  type PointerValue,
  type ScalarValue,
  type StructParam,
} from '../../trace/launch.ts';
import { guessContent, guessLength, type Lengths } from './guess-buffers.ts';
import { type GuessedLaunch, Previous } from './guess-previous.ts';
import { type ProblemShape, problemShape } from './guess-shape.ts';
import { AXES, type EntryOutline, type ModuleOutline, type ScalarPlace, type ScalarUse } from './module-outline.ts';
import { type Leaf, leavesOf } from './parameter-leaves.ts';

export type { GuessedLaunch } from './guess-previous.ts';

/** Dynamic and static shared bytes that every GPU since sm_75 gives a CTA. */
const SHARED_BYTES = 64 * 1024;

export function guessLaunch(outline: ModuleOutline, entry: EntryOutline, previous?: GuessedLaunch): GuessedLaunch {
  return new Guess(outline, entry, previous).result();
}

class Guess {
  readonly #outline: ModuleOutline;
  readonly #entry: EntryOutline;
  readonly #previous: Previous;
  readonly #leaves: readonly Leaf[];
  readonly #shape: ProblemShape;
  readonly #guessed: string[] = [];
  readonly #buffers: BufferSpec[] = [];
  /** New names of the previous launch's buffers, by index. */
  readonly #placed = new Map<number, string>();

  constructor(outline: ModuleOutline, entry: EntryOutline, previous: GuessedLaunch | undefined) {
    this.#outline = outline;
    this.#entry = entry;
    this.#previous = new Previous(entry, previous);
    this.#leaves = leavesOf(entry);
    this.#shape = this.#problem();
  }

  result(): GuessedLaunch {
    const old = this.#previous.launch;
    const dynamic = this.#dynamicSharedBytes();
    if (this.#previous.settled('grid', old?.grid) === null) this.#guessed.push('grid');
    if (this.#settledBlock() === null) this.#guessed.push('block');
    const params = this.#entry.params.map((_, i) => this.#param(i));
    const names = new Set(this.#outline.symbols.map(symbol => symbol.name));
    const symbols = old?.symbols?.filter(symbol => names.has(symbol.name)) ?? [];
    const launch: Launch = {
      ...(this.#outline.entries.length > 1 ? { entry: this.#entry.name } : {}),
      grid: this.#shape.grid,
      block: this.#shape.block,
      ...(old?.cluster === undefined ? {} : { cluster: old.cluster }),
      ...(dynamic === null ? {} : { dynamicSharedBytes: dynamic }),
      buffers: this.#buffers,
      ...(symbols.length > 0 ? { symbols } : {}),
      params,
    };
    return { launch, guessed: this.#guessed };
  }

  #settledBlock(): Dim3 | null {
    return this.#entry.requiredBlock ?? this.#previous.settled('block', this.#previous.launch?.block);
  }

  #problem(): ProblemShape {
    const extent = AXES.map((_, i) => {
      const bounds = this.#leaves.filter(leaf => leaf.use.kind === 'scalar' && this.#axisOf(leaf.use) === i);
      const known = bounds.flatMap(leaf => this.#settledNumber(leaf) ?? []);
      return known.length === 0 ? null : Math.max(1, ...known);
    });
    const settled = {
      block: this.#settledBlock(),
      grid: this.#previous.settled('grid', this.#previous.launch?.grid),
      extent: [extent[0], extent[1], extent[2]] as const,
    };
    return problemShape(this.#entry, settled);
  }

  #settledNumber(leaf: Leaf): number | null {
    const settled = this.#previous.scalar(leaf.place.param, leaf.fieldOffset, leaf.sizeBytes);
    return settled === null ? null : Number(settled.value);
  }

  /** Null where the kernel has none and nobody asked for any. */
  #dynamicSharedBytes(): number | null {
    const old = this.#previous.settled('dynamicSharedBytes', this.#previous.launch?.dynamicSharedBytes);
    if (old !== null) return old;
    const { dynamicSharedAccessBytes, staticSharedBytes, tile } = this.#entry;
    if (dynamicSharedAccessBytes === null) return null;
    this.#guessed.push('dynamicSharedBytes');
    const { block, rank } = this.#shape;
    const [width, height] = [tile[0] ?? block[0], tile[1] ?? block[1]];
    const pitches = this.#leaves.filter(({ use }) => use.kind === 'scalar' && use.scalesShared);
    const pitch = Math.max(rank > 1 ? width + 1 : width, ...pitches.map(leaf => this.#number(leaf) ?? 0));
    const wanted = pitch * height * block[2] * Math.max(4, ...dynamicSharedAccessBytes);
    return Math.max(0, Math.min(Math.ceil(wanted / 16) * 16, SHARED_BYTES - staticSharedBytes));
  }

  #param(index: number): LaunchParam {
    const { use, sizeBytes } = this.#entry.params[index];
    const leaves = this.#leaves.filter(leaf => leaf.place.param === index);
    if (use.kind === 'pointer' || use.kind === 'scalar') return this.#value(leaves[0], `params[${index}]`);
    const fields: StructParam['fields'][number][] = leaves.map((leaf, i) => ({
      offset: leaf.place.byteOffset,
      ...this.#value(leaf, `params[${index}].fields[${i}]`),
    }));
    const added = this.#previous.otherFields(index, new Set(fields.map(field => field.offset)));
    return { kind: 'struct', sizeBytes, fields: [...fields, ...added] };
  }

  #value(leaf: Leaf, path: string): PointerValue | ScalarValue {
    return leaf.use.kind === 'pointer' ? this.#pointer(leaf, leaf.use) : this.#scalar(leaf, leaf.use, path);
  }

  #scalar(leaf: Leaf, use: ScalarUse, path: string): ScalarValue {
    const settled = this.#previous.scalar(leaf.place.param, leaf.fieldOffset, leaf.sizeBytes);
    if (settled) return { kind: 'scalar', type: settled.type, value: settled.value };
    this.#guessed.push(`${path}.value`);
    return { kind: 'scalar', type: use.type, value: this.#guessedValue(use) };
  }

  #guessedValue(use: ScalarUse): ExactInteger {
    if (!/^[us]\d/.test(use.type)) return 2;
    const axis = this.#axisOf(use);
    const most = 2 ** (8 * ELEMENT_BYTES[use.type] - 1) - 1;
    if (axis !== null) return Math.min(this.#shape.extent[axis], most);
    if (use.scalesShared && !use.scalesIndex) return (this.#entry.tile[0] ?? this.#shape.block[0]) + 1;
    return use.scalesIndex || use.compared ? this.#shape.inner : 1;
  }

  /** What an integer parameter holds, settled or guessed; null for floats and pointers. */
  #number(leaf: Leaf): number | null {
    if (leaf.use.kind !== 'scalar' || !/^[us]\d/.test(leaf.use.type)) return null;
    return this.#settledNumber(leaf) ?? Number(this.#guessedValue(leaf.use));
  }

  #pointer(leaf: Leaf, use: Extract<Leaf['use'], { readonly kind: 'pointer' }>): PointerValue {
    const old = this.#previous.pointer(leaf.place.param, leaf.fieldOffset);
    const known = old === null ? null : this.#previous.buffer(old.buffer);
    const offset = old?.byteOffset === undefined ? {} : { byteOffset: old.byteOffset };
    // Parameters that share a buffer do so because somebody wanted it.
    const shared = known === null ? undefined : this.#placed.get(known.index);
    const name = shared ?? this.#addBuffer(leaf.name, use, known);
    if (known) this.#placed.set(known.index, name);
    return { kind: 'pointer', buffer: name, ...offset };
  }

  /** Returns its name. */
  #addBuffer(
    wanted: string,
    use: Extract<Leaf['use'], { readonly kind: 'pointer' }>,
    known: { readonly spec: BufferSpec; readonly index: number } | null,
  ): string {
    const at = this.#buffers.length;
    const settled = <K extends 'name' | 'type' | 'length' | 'init'>(key: K): BufferSpec[K] | null => {
      const value = known && this.#previous.settled(`buffers[${known.index}].${key}`, known.spec[key]);
      if (value === null) this.#guessed.push(`buffers[${at}].${key}`);
      return value;
    };
    const name = settled('name') ?? this.#freeName(wanted);
    const type = settled('type') ?? use.type ?? 'f32';
    const length = settled('length') ?? guessLength(use, type, this.#lengths());
    const content = guessContent(use, type, at + 1, this.#indexRange(use));
    const output = known ? outputOf(known.spec) : outputOf(content);
    this.#buffers.push({ name, type, length, init: settled('init') ?? content.init, ...output });
    return name;
  }

  /** Of the buffers that are indexed with what this one holds, the shortest. */
  #indexRange(use: Leaf['use']): { readonly length: number } | null {
    const own = this.#leaves.find(leaf => leaf.use === use)?.place;
    const lengths = this.#leaves.flatMap(({ use: other }) => {
      if (other.kind !== 'pointer' || other === use || !own) return [];
      const from = other.index.dataFrom.some(p => p.param === own.param && p.byteOffset === own.byteOffset);
      return from ? [guessLength(other, other.type ?? 'f32', this.#lengths())] : [];
    });
    return lengths.length === 0 ? null : { length: Math.min(...lengths) };
  }

  #lengths(): Lengths {
    const leafAt = (place: ScalarPlace) =>
      this.#leaves.find(l => l.place.param === place.param && l.place.byteOffset === place.byteOffset);
    const boundsAxis = (leaf: Leaf) => leaf.use.kind === 'scalar' && this.#axisOf(leaf.use) !== null;
    const inner = this.#leaves.filter(
      leaf => leaf.use.kind === 'scalar' && !boundsAxis(leaf) && (leaf.use.compared || leaf.use.scalesIndex),
    );
    return {
      shape: this.#shape,
      numberAt: place => {
        const leaf = leafAt(place);
        return leaf ? this.#number(leaf) : null;
      },
      boundsAxis: place => {
        const leaf = leafAt(place);
        return leaf !== undefined && boundsAxis(leaf);
      },
      longestInner: Math.max(0, ...inner.map(leaf => this.#number(leaf) ?? 0)),
    };
  }

  /**
   * The axis whose length a scalar is. One that is compared with threads alone, where CTAs are counted on that axis too,
   * is the length of a loop that each CTA runs.
   */
  #axisOf({ type, bounds: { cta, thread } }: ScalarUse): 0 | 1 | 2 | null {
    if (!/^[us]\d/.test(type)) return null;
    const [axis] = cta.length > 0 ? cta : thread.filter(a => !this.#entry.uses.cta.includes(a));
    return axis === undefined ? null : (AXES.indexOf(axis) as 0 | 1 | 2);
  }

  #freeName(wanted: string): string {
    const taken = new Set(this.#buffers.map(buffer => buffer.name));
    for (const settled of this.#previous.settledNames()) taken.add(settled);
    let name = wanted;
    for (let n = 2; taken.has(name); n++) name = `${wanted}${n}`;
    return name;
  }
}

const outputOf = ({ output }: Pick<BufferSpec, 'output'>) => (output === undefined ? {} : { output });
