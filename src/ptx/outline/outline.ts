/** Reads a module's outline off its code: `ModuleOutline` of a parsed module. */
import { roundUp } from '../../base/bits.ts';
import { POINTER_BYTES, TENSOR_MAP_ALIGN_BYTES, TENSOR_MAP_BYTES } from '../../base/hardware.ts';
import { type Dim3, ELEMENT_BYTES } from '../../trace/launch.ts';
import type { Instruction, Module, PtxFunction, Variable } from '../parse/ast.ts';
import { constantTables } from './constant-tables.ts';
import type { RecordPointer } from './data-flow.ts';
import { EntryUses } from './entry-uses.ts';
import { readMangledName } from './mangled-name.ts';
import type { DeclaredType } from './mangled-types.ts';
import type {
  EntryOutline,
  ModuleOutline,
  NumberLimit,
  ParamOutline,
  ParamUse,
  PointerUse,
  RecordOutline,
  ScalarUse,
  StructField,
  SymbolOutline,
  TensorMapUse,
} from './module-outline.ts';
import { isDivisor, isFactor, isRank, type OwnArray, ownArrays, parameterArrays } from './own-arrays.ts';
import { UNUSED_POINTER } from './pointer-use.ts';
import { reachable } from './reachable.ts';
import type { InnerArray } from './record-index.ts';
import { type FlowOfRecords, flowOfRecords, isLinkOf } from './records.ts';
import type { ScalarPlace } from './scalar-place.ts';
import { type SourceParameters, sourceParameters } from './source-names.ts';

/** `source`: the CUDA text, for the names of parameters, which compiled code does not keep, and for their types where the kernel's name does not tell them. */
export function outlineOf(module: Module, source = ''): ModuleOutline {
  const sourceOf = sourceParameters(source);
  const byName = new Map(module.functions.filter(f => !f.external).map(f => [f.name, f]));
  const entries = module.functions.filter(f => f.kind === 'entry');
  return {
    target: module.target,
    kernels: entries.map(({ name }) => ({ name, plainName: readMangledName(name).plain })),
    entries: entries.filter(({ unread }) => !unread).map(entry => entryOutline(module, entry, { byName, sourceOf })),
    symbols: module.variables.flatMap(symbolOutline),
    externals: module.functions.filter(f => f.external && !byName.has(f.name)).map(f => f.name),
  };
}

function symbolOutline({ name, space, sizeBytes, alignBytes, extern, init }: Variable): SymbolOutline[] {
  const fillable = (space === 'global' || space === 'const') && !extern && sizeBytes > 0 && !name.startsWith('$');
  return fillable ? [{ name, space, sizeBytes, alignBytes, initialised: init !== null }] : [];
}

/** Facts that all kernels of the module share. */
interface Known {
  readonly byName: ReadonlyMap<string, PtxFunction>;
  readonly sourceOf: SourceParameters;
}

function entryOutline(module: Module, entry: PtxFunction, { byName, sourceOf }: Known): EntryOutline {
  const { plain, params: declared } = readMangledName(entry.name);
  const written = sourceOf(plain.split('<', 1)[0], entry.params.length);
  const fits = declared?.length === entry.params.length;
  const declaredOf = (param: number): DeclaredType | null =>
    fits ? declared[param] : (written?.[param]?.type ?? null);
  const found = flowOfRecords(module, entry, byName, sharedSizes(module, reachable(entry, byName)), place =>
    mayHoldPointers(declaredOf(place.param)),
  );
  const { flow } = found;
  const uses = new EntryUses(flow, found.addresses);
  const arrays = ownArrays(flow, found.addresses);
  return {
    name: entry.name,
    plainName: plain,
    params: entry.params.map((param, i): ParamOutline => {
      const { sizeBytes, alignBytes } = param;
      const use = paramUse({ uses, found, arrays }, i, param, declaredOf(i));
      return { name: written?.[i].name ?? ownName(entry, param) ?? `p${i}`, sizeBytes, alignBytes, use };
    }),
    staticSharedBytes: uses.staticSharedBytes(module),
    dynamicSharedAccessBytes: uses.dynamicSharedAccessBytes(module),
    dynamicSharedEndBytes: uses.dynamicSharedEndBytes(module),
    ...directivesOf(entry),
    leastThreads: uses.leastThreads(),
    countedThreads: uses.countedThreads(),
    clusterUse: uses.clusterUse(),
    sharedIndexedFrom: uses.sharedIndexedFrom(),
    uses: uses.dependence(),
    tile: [uses.tile('x'), uses.tile('y'), uses.tile('z')],
    movesWholeMatrices: flow.functions.some(f => f.instructions.some(movesMatrix)),
    rows: uses.blockRows(module),
    tables: constantTables(module, flow.functions),
    records: found.records.map((record, i) => recordOutline(uses, found, record, entry.params.length + i)),
    limits: limitsOf({ uses, found, arrays }, entry),
    addresses: found.addresses,
  };
}

/** What is known of an entry. */
interface EntryKnown {
  readonly uses: EntryUses;
  readonly found: FlowOfRecords;
  readonly arrays: readonly OwnArray[];
}

function limitsOf({ uses, found: { addresses }, arrays }: EntryKnown, { params }: PtxFunction): NumberLimit[] {
  const own = arrays.flatMap(({ count, limits }) => (count === null ? [] : [{ count, limits }]));
  const passed = params.flatMap(({ sizeBytes }, i) => parameterArrays(arrays, i, sizeBytes, uses.loads(i)));
  // Of a tensor whose sizes a loop divides by: with one dimension, they do not matter.
  const sizes = passed.filter(({ place }) => addresses !== null && isDivisor(addresses, place));
  return [...own, ...passed, ...sizes.map(array => ({ ...array, count: 1 }))].flatMap(({ count, limits }) =>
    limits.map(({ place, isIndex }) => ({ place, most: isIndex ? Math.max(1, count - 1) : count })),
  );
}

/** Numbers are none; a structure may hold some, and so may what is declared as anything. */
const mayHoldPointers = (declared: DeclaredType | null): boolean =>
  !declared?.element || declared.element === 'u64' || !declared.pointer;

/** `param`: the number that its places have. */
function recordOutline(
  uses: EntryUses,
  { flow, records }: FlowOfRecords,
  { strideBytes, inner, ...of }: RecordPointer,
  param: number,
): RecordOutline {
  const first = structFields(uses, param, strideBytes ?? Number.POSITIVE_INFINITY);
  const fields = first.flatMap(field => elementsOf(field, inner));
  const end = Math.max(0, ...fields.map(({ byteOffset, use }) => byteOffset + fieldBytesOf(use)));
  return {
    of: { param: of.param, byteOffset: of.byteOffset },
    sizeBytes: strideBytes ?? roundUp(end, POINTER_BYTES),
    isArray: strideBytes !== null,
    fields: fields.map(field => {
      const [{ byteOffset }] = first.filter(({ use }) => use === field.use);
      const place: ScalarPlace = { param, byteOffset };
      return { ...field, isLink: isLinkOf(flow, records, place), isAsked: uses.isAsked(place) };
    }),
  };
}

/** All elements of an array inside a record, of which the first one stands for the others; another field alone. */
function elementsOf(field: StructField, inner: readonly InnerArray[]): StructField[] {
  const array = inner.find(({ byteOffset }) => byteOffset === field.byteOffset);
  return Array.from({ length: array?.count ?? 1 }, (_, i) => ({
    ...field,
    byteOffset: field.byteOffset + i * (array?.strideBytes ?? 0),
  }));
}

const fieldBytesOf = (use: StructField['use']): number =>
  use.kind === 'scalar' ? ELEMENT_BYTES[use.type] : POINTER_BYTES;

const sharedSizes = (module: Module, functions: readonly PtxFunction[]): ReadonlyMap<string, number> =>
  new Map(
    [...module.variables, ...functions.flatMap(({ variables }) => variables)]
      .filter(({ space }) => space === 'shared')
      .map(({ name, sizeBytes }) => [name, sizeBytes]),
  );

const movesMatrix = ({ opcode, modifiers }: Instruction): boolean =>
  opcode === 'wmma' && !modifiers.includes('mma') && !modifiers.some(modifier => modifier.startsWith('shared'));

const directivesOf = ({ performance }: PtxFunction) => ({
  requiredBlock: dim3(performance.get('reqntid')),
  requiredCluster: dim3(performance.get('reqnctapercluster')),
  mostThreads: performance.get('maxntid')?.reduce((a, b) => a * b, 1) ?? null,
});

/** Null for those that a compiler numbers, `saxpy_param_0`. */
const ownName = (entry: PtxFunction, { name }: Variable): string | null =>
  name.startsWith(`${entry.name}_param_`) || !/^[A-Za-z_]\w*$/.test(name) ? null : name;

const dim3 = (numbers: readonly number[] | undefined): Dim3 | null =>
  numbers === undefined ? null : [numbers[0] ?? 1, numbers[1] ?? 1, numbers[2] ?? 1];

function paramUse(
  known: EntryKnown,
  param: number,
  { sizeBytes, alignBytes }: Variable,
  declared: DeclaredType | null,
): ParamUse {
  const { uses } = known;
  const map = tensorMapUse(uses, param, sizeBytes, alignBytes);
  if (map !== null) return map;
  const image = sizeBytes === POINTER_BYTES ? uses.image(param) : null;
  if (image !== null) return image;
  const isScalar = [1, 2, 4, 8].includes(sizeBytes) && alignBytes === sizeBytes;
  if (isScalar && isWhole(uses, param, sizeBytes, declared)) return valueUse(uses, param, 0, sizeBytes, declared);
  return { kind: 'struct', fields: withArrays(known, param, sizeBytes, structFields(uses, param, sizeBytes)) };
}

const UNUSED_MAP = { rank: null, read: false, written: false, type: null, expectedBytes: null } as const;

function tensorMapUse(uses: EntryUses, param: number, sizeBytes: number, alignBytes: number): TensorMapUse | null {
  const use = uses.tensorMap(param);
  if (sizeBytes === POINTER_BYTES) return use && { kind: 'tensorMap', pass: 'address', ...use };
  if (sizeBytes !== TENSOR_MAP_BYTES || alignBytes % TENSOR_MAP_ALIGN_BYTES !== 0) return null;
  const isOpaque = uses.loads(param).length === 0;
  return use || isOpaque ? { kind: 'tensorMap', pass: 'value', ...(use ?? UNUSED_MAP) } : null;
}

/** A vector of two, as `int2`, is as large as a scalar. */
function isWhole(uses: EntryUses, param: number, sizeBytes: number, declared: DeclaredType | null): boolean {
  const fits = !declared?.element || declared.pointer || ELEMENT_BYTES[declared.element] === sizeBytes;
  return fits && uses.loads(param).every(load => load.sizeBytes === sizeBytes);
}

function structFields(uses: EntryUses, param: number, sizeBytes: number): StructField[] {
  const fields = mapFields(uses, param, sizeBytes);
  const isInMap = (at: number) =>
    fields.some(
      ({ byteOffset, use }) => use.kind === 'tensorMap' && at >= byteOffset && at < byteOffset + TENSOR_MAP_BYTES,
    );
  let end = 0;
  for (const place of uses.loads(param)) {
    if (place.byteOffset < end || place.byteOffset + place.sizeBytes > sizeBytes || isInMap(place.byteOffset)) continue;
    end = place.byteOffset + place.sizeBytes;
    fields.push({ byteOffset: place.byteOffset, use: valueUse(uses, param, place.byteOffset, place.sizeBytes, null) });
  }
  return fields.sort((a, b) => a.byteOffset - b.byteOffset);
}

/** The fields, of which the first elements of arrays stand for the others. */
function withArrays(
  { uses, found: { flow, addresses }, arrays }: EntryKnown,
  param: number,
  sizeBytes: number,
  fields: readonly StructField[],
): StructField[] {
  const own = parameterArrays(arrays, param, sizeBytes, uses.loads(param));
  const isFurther = ({ byteOffset }: StructField): boolean =>
    own.some(({ place, strideBytes, count }) => {
      const ahead = byteOffset - place.byteOffset;
      return ahead > 0 && ahead < strideBytes * count && ahead % strideBytes === 0;
    });
  return fields.flatMap((field): StructField[] => {
    const array = own.find(
      ({ place, elementBytes }) => place.byteOffset === field.byteOffset && elementBytes === fieldBytesOf(field.use),
    );
    if (!array) return isFurther(field) ? [] : [field];
    const bit = flow.sources.bit({ kind: 'value', ...array.place, sizeBytes: array.elementBytes });
    const isPart = field.use.kind === 'scalar' && addresses !== null && isFactor(addresses, array.place);
    const isIndex = arrays.some(({ index }) => (index & bit) !== 0n) || (isPart && isRank(addresses, array.place, own));
    const { count, strideBytes, index } = array;
    const ctas = flow.sources.isPlace(index) ? flow.sources.dependence(index).cta : [];
    return [{ ...field, array: { count, strideBytes, ctas, holds: isIndex ? 'index' : isPart ? 'part' : 'value' } }];
  });
}

/** Tensor maps whose address, within the parameter, a copy takes. */
function mapFields(uses: EntryUses, param: number, sizeBytes: number): StructField[] {
  const fits = (at: number) => at % TENSOR_MAP_ALIGN_BYTES === 0 && at + TENSOR_MAP_BYTES <= sizeBytes;
  return uses.mapOffsets(param).flatMap((byteOffset): StructField[] => {
    const use = fits(byteOffset) ? uses.tensorMap(param, byteOffset) : null;
    return use === null ? [] : [{ byteOffset, use: { kind: 'tensorMap', pass: 'value', ...use } }];
  });
}

function valueUse(
  uses: EntryUses,
  param: number,
  byteOffset: number,
  sizeBytes: number,
  declared: DeclaredType | null,
): PointerUse | ScalarUse {
  const place = { param, byteOffset };
  const pointer = sizeBytes === POINTER_BYTES ? uses.pointer(place) : null;
  const isPointer = declared === null || declared.element === null ? pointer !== null : declared.pointer;
  if (sizeBytes === POINTER_BYTES && (isPointer || declared?.pointer)) {
    const seen = pointer ?? UNUSED_POINTER;
    return { ...seen, type: declared?.element ?? seen.type, isConst: declared?.isConst ?? false };
  }
  const scalar = uses.scalar(place, sizeBytes);
  return { ...scalar, type: declared?.element ?? scalar.type };
}
