/** Reads a module's outline off its code: `ModuleOutline` of a parsed module. */
import { POINTER_BYTES, TENSOR_MAP_ALIGN_BYTES, TENSOR_MAP_BYTES } from '../../base/hardware.ts';
import { type Dim3, ELEMENT_BYTES } from '../../trace/launch.ts';
import type { Instruction, Module, PtxFunction, Variable } from '../parse/ast.ts';
import { addressSlice } from './address-slice.ts';
import { constantTables } from './constant-tables.ts';
import { DataFlow } from './data-flow.ts';
import { EntryUses } from './entry-uses.ts';
import { readMangledName } from './mangled-name.ts';
import type { DeclaredType } from './mangled-types.ts';
import type {
  EntryOutline,
  ModuleOutline,
  ParamOutline,
  ParamUse,
  PointerUse,
  ScalarUse,
  StructField,
  SymbolOutline,
  TensorMapUse,
} from './module-outline.ts';
import { UNUSED_POINTER } from './pointer-use.ts';
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
  const flow = new DataFlow(module, entry, byName);
  const uses = new EntryUses(flow);
  const written = sourceOf(plain.split('<', 1)[0], entry.params.length);
  const fits = declared?.length === entry.params.length;
  return {
    name: entry.name,
    plainName: plain,
    params: entry.params.map((param, i): ParamOutline => {
      const { sizeBytes, alignBytes } = param;
      const use = paramUse(uses, i, param, fits ? declared[i] : (written?.[i].type ?? null));
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
    addresses: flow.functions.length > 1 ? null : addressSlice(entry, sharedSizes(module, entry)),
  };
}

const sharedSizes = (module: Module, entry: PtxFunction): ReadonlyMap<string, number> =>
  new Map(
    [...module.variables, ...entry.variables]
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

function paramUse(uses: EntryUses, param: number, { sizeBytes, alignBytes }: Variable, declared: DeclaredType | null) {
  const map = tensorMapUse(uses, param, sizeBytes, alignBytes);
  if (map !== null) return map;
  const image = sizeBytes === POINTER_BYTES ? uses.image(param) : null;
  if (image !== null) return image;
  const isScalar = [1, 2, 4, 8].includes(sizeBytes) && alignBytes === sizeBytes;
  if (isScalar && isWhole(uses, param, sizeBytes, declared)) return valueUse(uses, param, 0, sizeBytes, declared);
  return { kind: 'struct', fields: structFields(uses, param, sizeBytes) } satisfies ParamUse;
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
