/** The buffers of a guess, in the order in which parameters need them. */
import { type BufferSpec, ELEMENT_BYTES, type ElementType } from '../../trace/launch.ts';
import { outputOf } from './guess-buffers.ts';
import type { Previous } from './guess-previous.ts';

/** Guess for a buffer of which nothing is settled; length and content follow from the settled type. */
export interface BufferGuess {
  readonly name: string;
  readonly type: ElementType;
  readonly lengthOf: (type: ElementType) => number;
  readonly contentOf: (type: ElementType, seed: number, length: number) => Pick<BufferSpec, 'init' | 'output'>;
  /** For records: what the buffer holds, once it is in the list. `isSettled`: its content is that of `old`. */
  readonly fill?: (spec: BufferSpec, old: BufferSpec | null, isSettled: boolean) => Content;
}

/** Numbers of a buffer, and the addresses among them. */
export type Content = Pick<BufferSpec, 'init' | 'fields'>;

export class GuessBufferList {
  readonly list: BufferSpec[] = [];
  readonly #previous: Previous;
  /** Paths, in the new launch. */
  readonly #guessed: string[];
  /** New names of the previous launch's buffers, by index. */
  readonly #placed = new Map<number, string>();

  constructor(previous: Previous, guessed: string[]) {
    this.#previous = previous;
    this.#guessed = guessed;
  }

  /** The buffer for a parameter, which pointed to `old` before; returns its name. */
  place(guess: BufferGuess, old: string | null): string {
    const known = old === null ? null : this.#previous.buffer(old);
    // Parameters that share a buffer do so because the user chose it.
    const shared = known === null ? undefined : this.#placed.get(known.index);
    const name = shared ?? this.#add(guess, known);
    if (known) this.#placed.set(known.index, name);
    return name;
  }

  bytesOf(name: string): number {
    const spec = this.list.find(buffer => buffer.name === name);
    return spec ? spec.length * ELEMENT_BYTES[spec.type] : 0;
  }

  #add(guess: BufferGuess, known: { readonly spec: BufferSpec; readonly index: number } | null): string {
    const at = this.list.length;
    const settled = <K extends 'name' | 'type' | 'length' | 'init'>(key: K): BufferSpec[K] | null => {
      const value = known && this.#previous.settled(`buffers[${known.index}].${key}`, known.spec[key]);
      if (value === null) this.#guessed.push(`buffers[${at}].${key}`);
      return value;
    };
    const name = settled('name') ?? this.#freeName(guess.name);
    const type = settled('type') ?? guess.type;
    const length = settled('length') ?? guess.lengthOf(type);
    const content = guess.contentOf(type, at + 1, length);
    const output = known ? outputOf(known.spec) : outputOf(content);
    const init = settled('init');
    const spec: BufferSpec = { name, type, length, init: init ?? content.init, ...output };
    this.list.push(spec);
    if (guess.fill) this.list[at] = { ...spec, ...guess.fill(spec, known?.spec ?? null, init !== null) };
    return name;
  }

  #freeName(wanted: string): string {
    const taken = new Set(this.list.map(buffer => buffer.name));
    for (const settled of this.#previous.settledNames()) taken.add(settled);
    let name = wanted;
    for (let n = 2; taken.has(name); n++) name = `${wanted}${n}`;
    return name;
  }
}
