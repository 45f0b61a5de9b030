/**
 * Buffers behind the pointers of a guess. Records, which hold pointers themselves, are filled: each gets buffers of its own to point
 * to, and numbers that fit them; nodes that point to each other are chains that end.
 */
import { assert } from '../../base/assert.ts';
import { POINTER_BYTES } from '../../base/hardware.ts';
import { type BufferSpec, ELEMENT_BYTES, type PointerValue, type StoredValue } from '../../trace/launch.ts';
import { encodeScalar } from '../../trace/launch-bytes.ts';
import { encodeBase64 } from '../../trace/launch-bytes-base64.ts';
import type { BufferGuess, Content, GuessBufferList } from './guess-buffer-list.ts';
import { guessLength } from './guess-buffers.ts';
import type { GuessNumbers } from './guess-numbers.ts';
import type { Previous } from './guess-previous.ts';
import type { EntryOutline, PointerUse, RecordField, ScalarUse } from './module-outline.ts';
import type { Leaf } from './parameter-leaves.ts';
import { isSame } from './scalar-place.ts';

/** Pointers of as many records have a buffer each; those of more share one, each with a part of its own. */
const MOST_BUFFERS = 8;
const MOST_RECORDS = 1024;
const MOST_SHARED_ELEMENTS = 2 ** 20;
/** So that parts of a buffer are aligned for every access. */
const PART_BYTES = 16;

export type PointerLeaf = Leaf & { readonly use: PointerUse };

export class GuessRecords {
  readonly #entry: EntryOutline;
  readonly #numbers: GuessNumbers;
  readonly #previous: Previous;
  readonly #buffers: GuessBufferList;
  /** Guess for a buffer without records. */
  readonly #plain: (leaf: PointerLeaf) => BufferGuess;

  constructor(
    entry: EntryOutline,
    numbers: GuessNumbers,
    previous: Previous,
    buffers: GuessBufferList,
    plain: (leaf: PointerLeaf) => BufferGuess,
  ) {
    this.#entry = entry;
    this.#numbers = numbers;
    this.#previous = previous;
    this.#buffers = buffers;
    this.#plain = plain;
  }

  /** A pointer for each of `olds`, which are those of the previous launch in the same places. */
  pointers(leaf: PointerLeaf, olds: readonly (PointerValue | null)[]): PointerValue[] {
    const index = this.#recordsBehind(leaf);
    if (index >= 0) return this.#toRecords(leaf, index, olds);
    const guess = this.#plain(leaf);
    const isField = leaf.place.param >= this.#entry.params.length;
    if (olds.length <= MOST_BUFFERS) {
      return olds.map((old, i) => {
        const isOneOf = olds.length > 1 || (isField && guess.name === this.#nameOfRecords(leaf));
        const name = isOneOf ? `${guess.name}_${i}` : guess.name;
        return pointerTo(this.#buffers.place({ ...guess, name }, old?.buffer ?? null), old?.byteOffset);
      });
    }
    const unit = PART_BYTES / ELEMENT_BYTES[guess.type];
    const partLength = Math.ceil(guess.lengthOf(guess.type) / unit) * unit;
    const parts = Math.max(1, Math.min(olds.length, Math.floor(MOST_SHARED_ELEMENTS / partLength)));
    const whole = { ...guess, lengthOf: () => parts * partLength };
    const name = this.#buffers.place(whole, olds[0]?.buffer ?? null);
    const bytes = this.#buffers.bytesOf(name);
    const partBytes = Math.floor(bytes / parts / PART_BYTES) * PART_BYTES;
    return olds.map((_, i) => pointerTo(name, (i % parts) * partBytes));
  }

  /** Index of the records that a pointer leads to; -1 for none. */
  #recordsBehind({ place }: Leaf): number {
    return this.#entry.records.findIndex(({ of }) => isSame(of, place));
  }

  #nameOfRecords({ place }: Leaf): string | undefined {
    const { of } = this.#entry.records[place.param - this.#entry.params.length];
    return this.#numbers.leaves.find(leaf => isSame(leaf.place, of))?.name;
  }

  #toRecords(leaf: PointerLeaf, index: number, olds: readonly (PointerValue | null)[]): PointerValue[] {
    const { sizeBytes, isArray, fields } = this.#entry.records[index];
    const links = fields.filter(({ isLink }) => isLink).length;
    const words = isArray ? guessLength(leaf.use, 'u64', this.#numbers.lengths()) : 0;
    const perPointer = Math.max(1, Math.ceil((words * POINTER_BYTES) / sizeBytes));
    const roots = Math.min(olds.length * perPointer, MOST_RECORDS);
    const output = leaf.use.written ? { output: true } : {};
    const guess: BufferGuess = {
      name: leaf.name,
      type: 'u64',
      lengthOf: type => Math.ceil((roots * (1 + links) * sizeBytes) / ELEMENT_BYTES[type]),
      contentOf: () => ({ init: { kind: 'zeros' }, ...output }),
      fill: (spec, old, isSettled) =>
        old && isSettled ? this.#kept(index, spec, old) : this.#filled(index, spec, old, roots),
    };
    const name = this.#buffers.place(guess, olds[0]?.buffer ?? null);
    const [old] = olds;
    if (olds.length === 1 && old?.byteOffset !== undefined) return [pointerTo(name, old.byteOffset)];
    return olds.map((_, i) => pointerTo(name, ((i * perPointer) % roots) * sizeBytes));
  }

  /** Content of a buffer of records; `roots` of them are pointed to from elsewhere, the others by links. */
  #filled(index: number, { name, type, length, init }: BufferSpec, old: BufferSpec | null, roots: number): Content {
    const { sizeBytes, fields } = this.#entry.records[index];
    const count = Math.floor((length * ELEMENT_BYTES[type]) / sizeBytes);
    const bytes = new Uint8Array(count * sizeBytes);
    const stored: StoredValue[] = [];
    const links = fields.filter(({ isLink }) => isLink);
    // A node without one link has none of the others, either; a ring, where the code asks for none.
    const isAsked = links.some(link => link.isAsked);
    for (const field of fields) {
      const offsets = Array.from({ length: count }, (_, i) => i * sizeBytes + field.byteOffset);
      if (field.use.kind === 'scalar') {
        const value = this.#bytesOf(field.use);
        for (const offset of offsets) bytes.set(value, offset);
      } else if (field.use.kind === 'pointer' && field.isLink) {
        const next = (i: number): number => (i < roots ? roots + i * links.length + links.indexOf(field) : count);
        for (const [i, offset] of offsets.entries()) {
          const to = next(i) < count ? next(i) : isAsked ? null : i;
          if (to !== null) stored.push({ offset, ...pointerTo(name, to * sizeBytes) });
        }
      } else if (field.use.kind === 'pointer') {
        const leaf = this.#leafOf(index, field);
        const olds = offsets.map(offset => storedAt(old, offset));
        stored.push(...this.pointers(leaf, olds).map((value, i) => ({ offset: offsets[i], ...value })));
      }
    }
    stored.sort((a, b) => a.offset - b.offset);
    const content = bytes.some(byte => byte !== 0) ? { kind: 'base64' as const, base64: encodeBase64(bytes) } : init;
    return { init: content, fields: stored };
  }

  /** What a user has settled, with the buffers that it points to. */
  #kept(index: number, { name, init }: BufferSpec, old: BufferSpec): Content {
    const { sizeBytes, fields } = this.#entry.records[index];
    const names = new Map([[old.name, name]]);
    const stored = (old.fields ?? []).toSorted((a, b) => (a.offset % sizeBytes) - (b.offset % sizeBytes));
    for (const { offset, buffer } of stored) {
      if (names.has(buffer)) continue;
      const field = fields.find(({ byteOffset }) => byteOffset === offset % sizeBytes);
      const leaf = field?.use.kind === 'pointer' ? this.#leafOf(index, field) : null;
      const spec = this.#previous.buffer(buffer)?.spec;
      if (leaf && this.#recordsBehind(leaf) >= 0)
        names.set(buffer, this.pointers(leaf, [{ kind: 'pointer', buffer }])[0].buffer);
      else if (leaf) names.set(buffer, this.#buffers.place({ ...this.#plain(leaf), name: buffer }, buffer));
      else if (spec) names.set(buffer, this.#buffers.place(sameAs(spec), buffer));
    }
    return { init, fields: (old.fields ?? []).map(field => ({ ...field, buffer: names.get(field.buffer) ?? name })) };
  }

  #leafOf(index: number, { byteOffset }: RecordField): PointerLeaf {
    const place = { param: this.#entry.params.length + index, byteOffset };
    const leaf = this.#numbers.leaves.find(one => isSame(one.place, place));
    assert(leaf?.use.kind === 'pointer', 'a field without a leaf');
    return leaf as PointerLeaf;
  }

  #bytesOf(use: ScalarUse): Uint8Array {
    const bytes = encodeScalar(use.type, this.#numbers.valueOf(use));
    assert(bytes.ok, 'a guess that does not fit its type');
    return bytes.value;
  }
}

const pointerTo = (buffer: string, byteOffset = 0): PointerValue => ({
  kind: 'pointer',
  buffer,
  ...(byteOffset === 0 ? {} : { byteOffset }),
});

function storedAt(buffer: BufferSpec | null, offset: number): PointerValue | null {
  const stored = buffer?.fields?.find(field => field.offset === offset);
  return stored?.kind === 'pointer' ? stored : null;
}

const sameAs = ({ name, type, length, init, output }: BufferSpec): BufferGuess => ({
  name,
  type,
  lengthOf: () => length,
  contentOf: () => ({ init, ...(output === undefined ? {} : { output }) }),
});
