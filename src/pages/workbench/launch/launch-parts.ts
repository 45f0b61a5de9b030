/** Parts of a launch: where they are, and the launch with one of them changed. */
import type {
  BufferInit,
  BufferSpec,
  Im2colMapValue,
  Launch,
  LaunchParam,
  PointerValue,
  ScalarValue,
  StructParam,
  SymbolSpec,
  TensorMapValue,
} from '../../../trace/launch.ts';
import { type ImageValue, isImage } from '../../../trace/launch-image.ts';

export const withBuffer = (launch: Launch, index: number, patch: Partial<BufferSpec>): Launch => ({
  ...launch,
  buffers: launch.buffers.map((buffer, i) => (i === index ? { ...buffer, ...patch } : buffer)),
});

/** Null: what the launch before does with the buffer is not known. */
export function withLaunchBefore(launch: Launch, index: number, does: BufferSpec['launchBefore'] | null): Launch {
  const { launchBefore: _, ...buffer } = launch.buffers[index];
  return { ...launch, buffers: launch.buffers.with(index, does ? { ...buffer, launchBefore: does } : buffer) };
}

/** Whether the launch may start while the one before it ends. */
export function withOverlap(launch: Launch, overlaps: boolean): Launch {
  const { programmaticStreamSerialization: _, ...alone } = launch;
  return overlaps ? { ...alone, programmaticStreamSerialization: true } : alone;
}

export interface ValuePlace {
  readonly param: number;
  /** Index of the struct's field; null where the parameter is no struct. */
  readonly field: number | null;
}

export const placePath = ({ param, field }: ValuePlace): string =>
  field === null ? `params[${param}]` : `params[${param}].fields[${field}]`;

type Value = PointerValue | ScalarValue | TensorMapValue | Im2colMapValue | ImageValue;

/** The parameter, or the struct's field. */
export function valueAt({ params }: Launch, { param, field }: ValuePlace): Value | StructParam | undefined {
  const at = params[param];
  return field === null || at?.kind !== 'struct' ? at : at.fields[field];
}

/** A tensor map keeps how it is passed. */
export const withValue = (launch: Launch, { param, field }: ValuePlace, value: Value): Launch => ({
  ...launch,
  params: launch.params.map((old, i): LaunchParam => {
    if (i !== param) return old;
    if (field === null || old.kind !== 'struct')
      return value.kind === 'tensorMap' || value.kind === 'im2colMap' ? { pass: 'value', ...value } : value;
    return { ...old, fields: old.fields.map((f, j) => (j === field ? { ...value, offset: f.offset } : f)) };
  }),
});

/** The pointer, the tensor map or the image at that place, on another buffer. */
export function withTarget(launch: Launch, place: ValuePlace, buffer: string): Launch {
  const old = valueAt(launch, place);
  const keeps = old !== undefined && (old.kind === 'tensorMap' || old.kind === 'im2colMap' || isImage(old));
  return withValue(launch, place, keeps ? { ...old, buffer } : { kind: 'pointer', buffer });
}

export function pointersOf(launch: Launch): { readonly place: string; readonly buffer: string }[] {
  const stored = launch.buffers.flatMap(({ fields = [] }, i) =>
    fields.map(({ buffer }, j) => ({ place: `buffers[${i}].fields[${j}]`, buffer })),
  );
  const passed = launch.params.flatMap((param, i) => {
    if (param.kind === 'struct') {
      return param.fields.flatMap((field, j) =>
        field.kind === 'scalar' ? [] : [{ place: `params[${i}].fields[${j}]`, buffer: field.buffer }],
      );
    }
    return param.kind === 'scalar' ? [] : [{ place: `params[${i}]`, buffer: param.buffer }];
  });
  return [...passed, ...stored];
}

/** Place of the first pointer to a buffer: its form shows the buffer. */
export const firstPointerTo = (launch: Launch, buffer: string): string | undefined =>
  pointersOf(launch).find(pointer => pointer.buffer === buffer)?.place;

/** Indices of buffers that are shown with one, since a pointer in it is the first that leads to them; each once. */
export function buffersBehind(launch: Launch, index: number): number[] {
  const names = new Set((launch.buffers[index].fields ?? []).map(({ buffer }) => buffer));
  return [...names].flatMap(name => {
    const at = launch.buffers.findIndex(buffer => buffer.name === name);
    const isFirst = firstPointerTo(launch, name)?.startsWith(`buffers[${index}].`) ?? false;
    return at >= 0 && at !== index && isFirst ? [at] : [];
  });
}

/** Null takes the symbol out: the module's own bytes stay. */
export function withSymbol(launch: Launch, name: string, symbol: SymbolSpec | null): Launch {
  const others = launch.symbols?.filter(s => s.name !== name) ?? [];
  const { symbols: _, ...rest } = launch;
  const symbols = symbol ? [...others, symbol] : others;
  return symbols.length > 0 ? { ...rest, symbols } : rest;
}

/** Kinds of content that a person can choose. */
export type ChosenKind = Exclude<BufferInit['kind'], 'bytes'>;

/** Initial values of each kind of content. */
export const FIRST_INIT: { readonly [K in ChosenKind]: Extract<BufferInit, { readonly kind: K }> } = {
  zeros: { kind: 'zeros' },
  poison: { kind: 'poison' },
  iota: { kind: 'iota', start: 0, step: 1 },
  random: { kind: 'random', seed: 1, low: 0, high: 9, integers: true },
  values: { kind: 'values', values: [0] },
  base64: { kind: 'base64', base64: '' },
};
