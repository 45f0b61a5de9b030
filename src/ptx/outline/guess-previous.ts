/** Finds what a user settled in an earlier launch, and its place in a new one. */
import {
  type BufferSpec,
  ELEMENT_BYTES,
  type Launch,
  type LaunchParam,
  type PointerValue,
  type ScalarValue,
  type StructParam,
  type TensorMapValue,
} from '../../trace/launch.ts';
import { type ImageValue, isImage } from '../../trace/launch-image.ts';
import type { EntryOutline, ParamOutline } from './module-outline.ts';

/** A launch, and the paths in it that are guesses: `grid`, `buffers[1].length`, `params[2].value`. */
export interface GuessedLaunch {
  readonly launch: Launch;
  readonly guessed: readonly string[];
}

interface SettledMap {
  readonly map: TensorMapValue;
  readonly settled: Partial<TensorMapValue>;
}

export class Previous {
  readonly #launch: Launch | null;
  readonly #guessed: ReadonlySet<string>;
  /** Old index by new index. */
  readonly #params: readonly (number | null)[];

  constructor(entry: EntryOutline, previous: GuessedLaunch | undefined) {
    this.#launch = previous?.launch ?? null;
    this.#guessed = new Set(previous?.guessed);
    this.#params = matching(entry.params, this.#launch?.params ?? []);
  }

  get launch(): Launch | null {
    return this.#launch;
  }

  /** The value at a path, if a user set or confirmed it. */
  settled<T>(path: string, value: T | undefined): T | null {
    return value === undefined || this.#guessed.has(path) ? null : value;
  }

  scalar(param: number, fieldOffset: number | null, sizeBytes: number): ScalarValue | null {
    const found = this.#valueAt(param, fieldOffset);
    if (found?.value.kind !== 'scalar' || ELEMENT_BYTES[found.value.type] !== sizeBytes) return null;
    return this.#guessed.has(`${found.path}.value`) ? null : found.value;
  }

  pointer(param: number, fieldOffset: number | null): PointerValue | null {
    const found = this.#valueAt(param, fieldOffset);
    return found?.value.kind === 'pointer' ? found.value : null;
  }

  /** Its fields that are settled; all of it, where none is a guess. */
  tensorMap(param: number, fieldOffset: number | null): SettledMap | null {
    const found = this.#valueAt(param, fieldOffset);
    if (found?.value.kind !== 'tensorMap') return null;
    const open = ([key]: [string, unknown]) => !this.#guessed.has(`${found.path}.${key}`);
    return { map: found.value, settled: Object.fromEntries(Object.entries(found.value).filter(open)) };
  }

  /** `settled`: all of it, where it is no guess. */
  image(param: number): { readonly buffer: string; readonly settled: ImageValue | null } | null {
    const found = this.#valueAt(param, null);
    if (!found || !isImage(found.value)) return null;
    return { buffer: found.value.buffer, settled: this.settled(`${found.path}.dims`, found.value) };
  }

  /** Fields of a struct that the user added, beyond those that the code loads. */
  otherFields(param: number, known: ReadonlySet<number>): StructParam['fields'] {
    const index = this.#params[param] ?? null;
    const old = index === null ? undefined : this.#launch?.params[index];
    return old?.kind === 'struct'
      ? old.fields.filter(field => field.kind !== 'pointer' && !known.has(field.offset))
      : [];
  }

  settledNames(): string[] {
    return (this.#launch?.buffers ?? []).flatMap(({ name }, i) => this.settled(`buffers[${i}].name`, name) ?? []);
  }

  /** The buffer of that name, with its index: the paths of its fields start with it. */
  buffer(name: string): { readonly spec: BufferSpec; readonly index: number } | null {
    const index = this.#launch?.buffers.findIndex(b => b.name === name) ?? -1;
    return index < 0 ? null : { spec: this.#launch!.buffers[index], index };
  }

  #valueAt(param: number, fieldOffset: number | null) {
    const index = this.#params[param] ?? null;
    const old = index === null ? undefined : this.#launch?.params[index];
    if (old === undefined) return null;
    if (fieldOffset === null) return { value: old, path: `params[${index}]` };
    const at = old.kind === 'struct' ? old.fields.findIndex(field => field.offset === fieldOffset) : -1;
    return old.kind === 'struct' && at >= 0 ? { value: old.fields[at], path: `params[${index}].fields[${at}]` } : null;
  }
}

/**
 * Matches parameters: by the buffer's name, which is the parameter's if the source was known; otherwise by place, if
 * the kind is the same.
 */
function matching(params: readonly ParamOutline[], olds: readonly LaunchParam[]): (number | null)[] {
  const named = params.map(({ name, use }) =>
    olds.findIndex(old => hasBuffer(old) && kindOf(old) === use.kind && old.buffer === name),
  );
  return params.map(({ use, sizeBytes }, at) => {
    if (named[at] >= 0) return named[at];
    const old = olds[at];
    return old !== undefined && !named.includes(at) && isLike(old, use.kind, sizeBytes) ? at : null;
  });
}

const hasBuffer = (param: LaunchParam) => param.kind === 'pointer' || param.kind === 'tensorMap' || isImage(param);

const kindOf = (param: LaunchParam): string => (isImage(param) ? 'image' : param.kind);

function isLike(old: LaunchParam, kind: ParamOutline['use']['kind'], sizeBytes: number): boolean {
  if (old.kind === 'scalar') return kind === 'scalar' && ELEMENT_BYTES[old.type] === sizeBytes;
  if (old.kind === 'struct') return kind === 'struct' && old.sizeBytes === sizeBytes;
  return kindOf(old) === kind;
}
