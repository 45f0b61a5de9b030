/**
 * A launch to start from: small, of plausible sizes that fit each other, and accepted by the emulator. What it says is a
 * guess until the user confirms it, so each guessed path is listed. What a user settled stays, and the guesses follow it.
 */
import type {
  Launch,
  LaunchParam,
  PointerValue,
  ScalarValue,
  StructValue,
  SymbolSpec,
  TensorMapValue,
} from '../../trace/launch.ts';
import type { ImageValue } from '../../trace/launch-image.ts';
import { elementOf, elementsInUse } from './array-elements.ts';
import { type BufferGuess, GuessBufferList } from './guess-buffer-list.ts';
import { DATA_RANGE, guessContent, guessLength, type IndexRange } from './guess-buffers.ts';
import { guessImage, guessTexels } from './guess-image.ts';
import { GuessNumbers } from './guess-numbers.ts';
import { type GuessedLaunch, Previous } from './guess-previous.ts';
import { GuessRecords, type PointerLeaf } from './guess-records.ts';
import { guessSharedBytes } from './guess-shared-bytes.ts';
import { GUESSED_OF_MAPS, guessTensor, guessTensorMap } from './guess-tensor-map.ts';
import type { EntryOutline, ImageUse, ModuleOutline } from './module-outline.ts';
import { type Leaf, type MapLeaf, mapLeavesOf } from './parameter-leaves.ts';
import { isSame, type ScalarPlace } from './scalar-place.ts';

export type { GuessedLaunch } from './guess-previous.ts';

export function guessLaunch(outline: ModuleOutline, entry: EntryOutline, previous?: GuessedLaunch): GuessedLaunch {
  return new Guess(outline, entry, previous).result();
}

class Guess {
  readonly #outline: ModuleOutline;
  readonly #entry: EntryOutline;
  readonly #previous: Previous;
  readonly #numbers: GuessNumbers;
  readonly #guessed: string[] = [];
  readonly #buffers: GuessBufferList;
  readonly #records: GuessRecords;

  constructor(outline: ModuleOutline, entry: EntryOutline, previous: GuessedLaunch | undefined) {
    this.#outline = outline;
    this.#entry = entry;
    this.#previous = new Previous(entry, previous);
    this.#numbers = new GuessNumbers(entry, this.#previous);
    this.#buffers = new GuessBufferList(this.#previous, this.#guessed);
    const plain = (leaf: PointerLeaf) => this.#bufferOf(leaf);
    this.#records = new GuessRecords(entry, this.#numbers, this.#previous, this.#buffers, plain);
  }

  result(): GuessedLaunch {
    const old = this.#previous.launch;
    const dynamic = this.#dynamicSharedBytes();
    if (this.#previous.settled('grid', old?.grid) === null) this.#guessed.push('grid');
    if (this.#numbers.settledBlock() === null) this.#guessed.push('block');
    const { cluster } = this.#numbers.shape;
    const isClusterKnown = this.#entry.requiredCluster ?? this.#previous.settled('cluster', old?.cluster);
    if (cluster !== null && isClusterKnown === null) this.#guessed.push('cluster');
    const params = this.#entry.params.map((_, i) => this.#param(i));
    const names = new Set(this.#outline.symbols.map(symbol => symbol.name));
    const symbols = old ? (old.symbols?.filter(symbol => names.has(symbol.name)) ?? []) : this.#tables();
    const launch: Launch = {
      ...(this.#outline.kernels.length > 1 ? { entry: this.#entry.name } : {}),
      grid: this.#numbers.shape.grid,
      block: this.#numbers.shape.block,
      ...(cluster === null ? {} : { cluster }),
      ...(dynamic === null ? {} : { dynamicSharedBytes: dynamic }),
      buffers: this.#buffers.list,
      ...(symbols.length > 0 ? { symbols } : {}),
      params,
    };
    return { launch, guessed: this.#guessed };
  }

  #tables(): SymbolSpec[] {
    return this.#entry.tables.map(({ name, type }, i) => {
      this.#guessed.push(`symbols[${i}].init`);
      return { name, type, init: { kind: 'random', seed: i + 1, low: -4, high: 4, integers: true } };
    });
  }

  /** Null where the kernel has none and the user asked for none. */
  #dynamicSharedBytes(): number | null {
    const old = this.#previous.settled('dynamicSharedBytes', this.#previous.launch?.dynamicSharedBytes);
    if (old !== null || this.#entry.dynamicSharedAccessBytes === null) return old;
    this.#guessed.push('dynamicSharedBytes');
    return guessSharedBytes(this.#entry, this.#entry.dynamicSharedAccessBytes, this.#numbers);
  }

  #param(index: number): LaunchParam {
    const { use, sizeBytes } = this.#entry.params[index];
    const maps = mapLeavesOf(this.#entry).filter(leaf => leaf.param === index);
    if (use.kind === 'tensorMap') return { ...this.#tensorMap(maps[0], `params[${index}]`), pass: use.pass };
    if (use.kind === 'image') return this.#image(index, use);
    const leaves = this.#numbers.leaves.filter(leaf => leaf.place.param === index);
    if (use.kind === 'pointer' || use.kind === 'scalar') return this.#value(leaves[0], `params[${index}]`);
    const places = [...leaves, ...maps].sort((a, b) => a.fieldOffset! - b.fieldOffset!);
    const fields: StructValue[] = [];
    for (const leaf of places) {
      const pathOf = (i: number): string => `params[${index}].fields[${fields.length + i}]`;
      const values = 'place' in leaf ? this.#values(leaf, pathOf) : [this.#tensorMap(leaf, pathOf(0))];
      const stride = 'place' in leaf ? (leaf.array?.strideBytes ?? 0) : 0;
      fields.push(...values.map((value, i) => ({ offset: leaf.fieldOffset! + i * stride, ...value })));
    }
    fields.sort((a, b) => a.offset - b.offset);
    const added = this.#previous.otherFields(index, new Set(fields.map(field => field.offset)));
    return { kind: 'struct', sizeBytes, fields: [...fields, ...added.map(field => this.#kept(field))] };
  }

  /** A tensor map needs its buffer, too. */
  #kept(field: StructValue): StructValue {
    if (field.kind !== 'tensorMap') return field;
    const tensor = guessTensor(field.buffer, { read: true, written: false }, field);
    return { ...field, buffer: this.#buffers.place(tensor, field.buffer) };
  }

  #tensorMap({ param, fieldOffset, name, use }: MapLeaf, path: string): TensorMapValue {
    const old = this.#previous.tensorMap(param, fieldOffset);
    const map = guessTensorMap(use, this.#entry, old?.settled ?? {});
    for (const key of GUESSED_OF_MAPS) if (old?.settled[key] === undefined) this.#guessed.push(`${path}.${key}`);
    const tensor = guessTensor(name, use, map);
    return { kind: 'tensorMap', buffer: this.#buffers.place(tensor, old?.map.buffer ?? null), ...map };
  }

  /** One that a user changed stays as it is. */
  #image(index: number, use: ImageUse): ImageValue {
    const old = this.#previous.image(index);
    const image = old?.settled ?? guessImage(use, this.#numbers.shape);
    if (!old?.settled) this.#guessed.push(`params[${index}].dims`);
    const texels = guessTexels(this.#entry.params[index].name, use, image);
    return { ...image, buffer: this.#buffers.place(texels, old?.buffer ?? null) };
  }

  #value(leaf: Leaf, path: string): PointerValue | ScalarValue {
    return this.#values(leaf, () => path)[0];
  }

  /** One, or those of the elements of an array that are in use. */
  #values(leaf: Leaf, pathOf: (i: number) => string): (PointerValue | ScalarValue)[] {
    const { use, array } = leaf;
    const offsets = Array.from({ length: array ? elementsInUse(array, this.#numbers.shape.grid) : 1 }, (_, i) =>
      leaf.fieldOffset === null ? null : leaf.fieldOffset + i * (array?.strideBytes ?? 0),
    );
    const { param } = leaf.place;
    if (use.kind === 'pointer') {
      const olds = offsets.map(offset => this.#previous.pointer(param, offset));
      return this.#records.pointers({ ...leaf, use }, olds);
    }
    return offsets.map((offset, i) => {
      const settled = this.#previous.scalar(param, offset, leaf.sizeBytes);
      if (settled) return { kind: 'scalar', type: settled.type, value: settled.value };
      this.#guessed.push(`${pathOf(i)}.value`);
      const element = array ? elementOf(array, i) : null;
      return { kind: 'scalar', type: use.type, value: element ?? this.#numbers.valueOf(use) };
    });
  }

  #bufferOf({ name, use, place }: PointerLeaf): BufferGuess {
    return {
      name,
      type: (this.#isIndexedFrom(place) ? use.wholeType : null) ?? use.type ?? 'f32',
      lengthOf: type => guessLength(use, type, this.#numbers.lengths()),
      contentOf: (type, seed, length) =>
        guessContent(use, { type, length }, seed, this.#indexRange(use), this.#numbers.ranges.emptyAt(place)),
    };
  }

  /** Whether numbers behind the pointer are indices: floats beside them may be anything. */
  #isIndexedFrom(place: ScalarPlace): boolean {
    return this.#numbers.leaves.some(
      ({ use }) => use.kind === 'pointer' && use.index.dataFrom.some(from => isSame(from, place)),
    );
  }

  /**
   * Range of indices in a buffer: the shortest of the buffers and of the shared array that are indexed with its
   * contents.
   */
  #indexRange(use: Leaf['use']): IndexRange | null {
    const own = this.#numbers.leaves.find(leaf => leaf.use === use)?.place;
    const drawn = own && this.#numbers.ranges.drawnFrom(own);
    if (drawn) return drawn;
    const isOwn = (p: ScalarPlace) => p.param === own?.param && p.byteOffset === own.byteOffset;
    const lengths = this.#numbers.leaves.flatMap(({ use: other }) => {
      if (other.kind !== 'pointer' || other === use || !other.index.dataFrom.some(isOwn)) return [];
      return [guessLength(other, other.type ?? 'f32', this.#numbers.lengths())];
    });
    const sharedWords = this.#entry.staticSharedBytes / 4;
    const largest = own && this.#numbers.ranges.whole()?.largestFrom(own);
    if (typeof largest === 'number') lengths.push(largest + 1);
    else if (lengths.length > 0) lengths.push(DATA_RANGE);
    if (sharedWords >= 1 && this.#entry.sharedIndexedFrom.some(isOwn)) lengths.push(Math.floor(sharedWords));
    return lengths.length === 0 ? null : { length: Math.min(...lengths) };
  }
}
