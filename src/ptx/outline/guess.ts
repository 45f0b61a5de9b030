/**
 * A launch to start from: small, of plausible sizes that fit each other, and accepted by the emulator. What it says is a
 * guess until somebody confirms it, so each guessed path is listed. What a user settled stays, and the guesses follow it.
 */
import type { BufferSpec, Launch, LaunchParam, PointerValue, ScalarValue, StructParam } from '../../trace/launch.ts';
import { guessContent, guessLength, type IndexRange, outputOf } from './guess-buffers.ts';
import { GuessNumbers } from './guess-numbers.ts';
import { type GuessedLaunch, Previous } from './guess-previous.ts';
import type { EntryOutline, ModuleOutline, ScalarPlace, ScalarUse } from './module-outline.ts';
import type { Leaf } from './parameter-leaves.ts';

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
  readonly #numbers: GuessNumbers;
  readonly #guessed: string[] = [];
  readonly #buffers: BufferSpec[] = [];
  /** New names of the previous launch's buffers, by index. */
  readonly #placed = new Map<number, string>();

  constructor(outline: ModuleOutline, entry: EntryOutline, previous: GuessedLaunch | undefined) {
    this.#outline = outline;
    this.#entry = entry;
    this.#previous = new Previous(entry, previous);
    this.#numbers = new GuessNumbers(entry, this.#previous);
  }

  result(): GuessedLaunch {
    const old = this.#previous.launch;
    const dynamic = this.#dynamicSharedBytes();
    if (this.#previous.settled('grid', old?.grid) === null) this.#guessed.push('grid');
    if (this.#numbers.settledBlock() === null) this.#guessed.push('block');
    const params = this.#entry.params.map((_, i) => this.#param(i));
    const names = new Set(this.#outline.symbols.map(symbol => symbol.name));
    const symbols = old?.symbols?.filter(symbol => names.has(symbol.name)) ?? [];
    const launch: Launch = {
      ...(this.#outline.entries.length > 1 ? { entry: this.#entry.name } : {}),
      grid: this.#numbers.shape.grid,
      block: this.#numbers.shape.block,
      ...(old?.cluster === undefined ? {} : { cluster: old.cluster }),
      ...(dynamic === null ? {} : { dynamicSharedBytes: dynamic }),
      buffers: this.#buffers,
      ...(symbols.length > 0 ? { symbols } : {}),
      params,
    };
    return { launch, guessed: this.#guessed };
  }

  /** Null where the kernel has none and nobody asked for any. */
  #dynamicSharedBytes(): number | null {
    const old = this.#previous.settled('dynamicSharedBytes', this.#previous.launch?.dynamicSharedBytes);
    if (old !== null) return old;
    const { dynamicSharedAccessBytes, staticSharedBytes, tile } = this.#entry;
    if (dynamicSharedAccessBytes === null) return null;
    this.#guessed.push('dynamicSharedBytes');
    const { block, rank } = this.#numbers.shape;
    const [width, height] = [tile[0] ?? block[0], tile[1] ?? block[1]];
    const pitches = this.#numbers.leaves.filter(({ use }) => use.kind === 'scalar' && use.scalesShared);
    const pitch = Math.max(rank > 1 ? width + 1 : width, ...pitches.map(leaf => this.#numbers.numberOf(leaf) ?? 0));
    const wanted = pitch * height * block[2] * Math.max(4, ...dynamicSharedAccessBytes);
    return Math.max(0, Math.min(Math.ceil(wanted / 16) * 16, SHARED_BYTES - staticSharedBytes));
  }

  #param(index: number): LaunchParam {
    const { use, sizeBytes } = this.#entry.params[index];
    const leaves = this.#numbers.leaves.filter(leaf => leaf.place.param === index);
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
    return { kind: 'scalar', type: use.type, value: this.#numbers.valueOf(use) };
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
    const length = settled('length') ?? guessLength(use, type, this.#numbers.lengths());
    const content = guessContent(use, type, at + 1, this.#indexRange(use));
    const output = known ? outputOf(known.spec) : outputOf(content);
    this.#buffers.push({ name, type, length, init: settled('init') ?? content.init, ...output });
    return name;
  }

  /** Of the buffers and the shared array that are indexed with what this one holds, the shortest. */
  #indexRange(use: Leaf['use']): IndexRange | null {
    const own = this.#numbers.leaves.find(leaf => leaf.use === use)?.place;
    const isOwn = (p: ScalarPlace) => p.param === own?.param && p.byteOffset === own.byteOffset;
    const lengths = this.#numbers.leaves.flatMap(({ use: other }) => {
      if (other.kind !== 'pointer' || other === use || !other.index.dataFrom.some(isOwn)) return [];
      return [guessLength(other, other.type ?? 'f32', this.#numbers.lengths())];
    });
    const sharedWords = this.#entry.staticSharedBytes / 4;
    if (sharedWords >= 1 && this.#entry.sharedIndexedFrom.some(isOwn)) lengths.push(Math.floor(sharedWords));
    return lengths.length === 0 ? null : { length: Math.min(...lengths) };
  }

  #freeName(wanted: string): string {
    const taken = new Set(this.#buffers.map(buffer => buffer.name));
    for (const settled of this.#previous.settledNames()) taken.add(settled);
    let name = wanted;
    for (let n = 2; taken.has(name); n++) name = `${wanted}${n}`;
    return name;
  }
}
