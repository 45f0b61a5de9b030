/** Uses of one pointer in a kernel: its accesses, the sources of their addresses, the type of the elements. */
import { greatestOf, leastOf } from '../../base/extremes.ts';
import { constantOf } from './constant-operand.ts';
import type { DataFlow } from './data-flow.ts';
import type { EntryAccess } from './entry-facts.ts';
import { type Flow, goesThrough } from './flow.ts';
import { isInShared } from './memory-access.ts';
import type { PointerUse } from './module-outline.ts';
import type { SourceSet } from './sources.ts';
import { elementBytes, type ValueTypes } from './value-types.ts';

/** `pointer`: the source's bit. Null where nothing is read or written through it. */
export function pointerUse(
  flow: DataFlow,
  types: ValueTypes,
  accesses: readonly EntryAccess[],
  pointer: SourceSet,
): PointerUse | null {
  // An address of shared memory leads into no buffer.
  const through = accesses.filter(
    access => !isInShared(access.instruction) && goesThrough(flow.converted, access.flow, pointer),
  );
  if (through.length === 0) return null;
  const bytes = [...new Set(through.map(({ form }) => form.bytes))].filter(n => n > 0).sort((a, b) => a - b);
  return {
    kind: 'pointer',
    ...elementTypes(types, through),
    accessBytes: bytes,
    read: through.some(({ form }) => form.read),
    written: through.some(({ form }) => form.written),
    readUnknown: accesses.some(access => access.form.read && isUnknown(flow, access.flow)),
    atomic: through.some(({ form }) => form.atomic),
    polled: through.some(({ form }) => form.polled),
    inPairs: isInPairs(through),
    swappedFrom: through.map(swappedFrom).find(value => value !== null) ?? null,
    isConst: false,
    index: indexOf(flow, through, pointer),
    constantEndBytes: Math.max(
      0,
      ...through.map(a => (a.flow.all === pointer ? a.flow.ahead + a.byteOffset + a.form.bytes : 0)),
    ),
  };
}

export const UNUSED_POINTER: PointerUse = {
  kind: 'pointer',
  type: null,
  wholeType: null,
  accessBytes: [],
  read: false,
  written: false,
  readUnknown: false,
  atomic: false,
  polled: false,
  inPairs: false,
  swappedFrom: null,
  isConst: false,
  index: { thread: [], cta: [], scalars: [], data: false, dataFrom: [], strideBytes: 0 },
  constantEndBytes: 0,
};

/** Whether an address is neither a parameter's nor a shared variable's. */
const isUnknown = ({ sources }: DataFlow, { base }: Flow): boolean =>
  sources.ofKind(base, 'value').length === 0 && sources.ofKind(base, 'shared').length === 0;

function indexOf(
  { sources, converted }: DataFlow,
  accesses: readonly EntryAccess[],
  pointer: SourceSet,
): PointerUse['index'] {
  const set = accesses.reduce((all, { flow }) => all | flow.all, 0n) & ~pointer;
  const dataFrom = sources.ofKind(set, 'data').map(({ param, byteOffset }) => ({ param, byteOffset }));
  const scalars = sources.ofKind(set & ~converted, 'value').map(({ param, byteOffset }) => ({ param, byteOffset }));
  const data = dataFrom.length > 0 || sources.ofKind(set, 'memory').length > 0;
  const strideBytes = Math.ceil(greatestOf(accesses.map(({ flow }) => flow.perThread)));
  return { ...sources.dependence(set), scalars, data, dataFrom, strideBytes };
}

const swappedFrom = ({ f, instruction: { opcode, modifiers, operands } }: EntryAccess): number | null =>
  opcode === 'atom' && modifiers.includes('cas') ? constantOf(f, operands[2]) : null;

function isInPairs(accesses: readonly EntryAccess[]): boolean {
  const offsets = new Set(accesses.map(({ byteOffset }) => byteOffset));
  const [{ form }] = accesses;
  const isBeside = offsets.has(form.bytes) || offsets.has(-form.bytes);
  return offsets.size === 2 && offsets.has(0) && isBeside && accesses.every(a => a.form.read);
}

/** The narrowest access decides: wider ones are vectors of its elements. */
function elementTypes(values: ValueTypes, accesses: readonly EntryAccess[]): Pick<PointerUse, 'type' | 'wholeType'> {
  const width = ({ form }: EntryAccess) => elementBytes(form.type, form.bytes);
  const narrowest = leastOf(accesses.map(width));
  const types = accesses
    .filter(access => width(access) === narrowest)
    .map(({ f, form }) => values.elementType(f, form.data, form.type, narrowest));
  const float = types.find(type => type !== null && !/^[us]/.test(type)) ?? null;
  const whole = types.find(type => type !== null && /^[us]/.test(type)) ?? null;
  return { type: float ?? whole, wholeType: float === null ? null : whole };
}
