/**
 * Facts about a module without running it, for the form of a launch: its kernels, what their code does with each
 * parameter, and the variables that a launch may fill. All of it comes from the compiled code; only names, sizes and
 * required blocks are certain.
 */
import type { Dim3, ElementType, TensorMapParam } from '../../trace/launch.ts';
import type { ImageSpec } from '../../trace/launch-image.ts';
import type { AddressSlice } from './address-slice.ts';
import type { ClusterUse } from './cluster-use.ts';
import type { ScalarPlace } from './scalar-place.ts';

export const AXES = ['x', 'y', 'z'] as const;
export type GridAxis = (typeof AXES)[number];

/** Threads and CTAs on which an address or a number depends. */
export interface Dependence {
  /** Axes of `%tid`. */
  readonly thread: readonly GridAxis[];
  /** Axes of `%ctaid`. */
  readonly cta: readonly GridAxis[];
}

export interface PointerUse {
  readonly kind: 'pointer';
  /** Type of the elements behind it; null if not known. */
  readonly type: ElementType | null;
  /** Type of whole numbers that lie among floats, as in an array of structs; null where there are none. */
  readonly wholeType: ElementType | null;
  /** Sizes of one lane's accesses through it, ascending; empty where none was found. */
  readonly accessBytes: readonly number[];
  readonly read: boolean;
  readonly written: boolean;
  /** Something is read at addresses that come from memory: perhaps what this points to. */
  readonly readUnknown: boolean;
  readonly atomic: boolean;
  /** Read as flags are that others set. */
  readonly polled: boolean;
  /** Read as neighbours two by two, element i and i + 1: as the ends of a range are. */
  readonly inPairs: boolean;
  /** The constant that a compare-and-swap takes for nothing there yet; null for none. */
  readonly swappedFrom: number | null;
  /** Declared as a pointer to constants. */
  readonly isConst: boolean;
  readonly index: Dependence & {
    /** Integers, as [parameter, byte offset in it], that the index is computed from. */
    readonly scalars: readonly ScalarPlace[];
    /** Whether values loaded from memory go into the index; of which pointers, where that is known. */
    readonly data: boolean;
    readonly dataFrom: readonly ScalarPlace[];
    /**
     * Distance from one thread's address to the next one's, the largest of all accesses; 0 if threads do not differ.
     */
    readonly strideBytes: number;
  };
  /** Offset behind the last byte that constant offsets alone reach; 0 if there is none. */
  readonly constantEndBytes: number;
}

export interface ScalarUse {
  readonly kind: 'scalar';
  readonly type: ElementType;
  /** Whether anything uses it. */
  readonly used: boolean;
  /** A number that depends on these is compared with it: probably a length in that direction. */
  readonly bounds: Dependence;
  /** Whether that number is always one that a division by a parameter leaves. */
  readonly boundsPart: boolean;
  /** Whether the kernel ends as failed where a thread or a CTA is not below it, or asks for the last one alone: then threads fill it. */
  readonly coversAll: boolean;
  /** Whether it is compared with anything. */
  readonly compared: boolean;
  /** Constants that it is compared with, where it is only asked whether it is one of them: a mode, or how many dimensions there are. */
  readonly choices: readonly number[];
  /** Whether it is the number of a thread or a CTA: only asked whether one has it. */
  readonly isPlace: boolean;
  /** Whether something is shifted by it. */
  readonly shifts: boolean;
  /** Whether the index of an access to global memory is computed from it. */
  readonly scalesIndex: boolean;
  /** The same of shared memory. */
  readonly scalesShared: boolean;
  /** Whether it is where an address of shared memory begins: LDC passes pointers into shared memory, as OpenCL does. */
  readonly isSharedAddress: boolean;
}

export interface StructUse {
  readonly kind: 'struct';
  /** Fields that the code loads, and tensor maps that its copies take, in order of their offsets. */
  readonly fields: readonly StructField[];
}

export interface StructField {
  readonly byteOffset: number;
  readonly use: PointerUse | ScalarUse | TensorMapUse;
  /** For the first of several elements that the code tells apart by an index. */
  readonly array?: FieldArray;
}

export interface FieldArray {
  readonly count: number;
  readonly strideBytes: number;
  /** Axes of the grid, where the number of a CTA is the index. */
  readonly ctas: readonly GridAxis[];
  /**
   * `index`: an element says which one of other arrays counts; `part`: something is multiplied by it, as by the number of a chunk;
   * `value`: another one.
   */
  readonly holds: 'index' | 'part' | 'value';
}

/** What lies behind a pointer and holds pointers itself: records of one kind, one or more in a row. */
export interface RecordOutline {
  /** The pointer to them: a parameter, a part of one, or a field of another record. */
  readonly of: ScalarPlace;
  /** From one record to the next. */
  readonly sizeBytes: number;
  /** Whether the code computes which one of them it takes. */
  readonly isArray: boolean;
  /** Fields that the code loads, in order of their offsets. */
  readonly fields: readonly RecordField[];
}

export interface RecordField extends StructField {
  /** Whether it points to another record of the kind, as `next` does. */
  readonly isLink: boolean;
  /** Whether the code compares it with a constant: with none. */
  readonly isAsked: boolean;
}

/** 128 bytes, aligned to 64, whose address a tensor copy takes or no instruction uses; or a pointer to such bytes. */
export interface TensorMapUse {
  readonly kind: 'tensorMap';
  readonly pass: TensorMapParam['pass'];
  /** Rank of the tensor; null if no copy shows it. */
  readonly rank: number | null;
  readonly read: boolean;
  readonly written: boolean;
  /** Type of the factors of the kernel's matrix instructions; null if it has none. */
  readonly type: ElementType | null;
  /** Bytes for which an mbarrier of the kernel waits in a phase; null if no constant says it. */
  readonly expectedBytes: number | null;
}

/** The handle of a texture or a surface. */
export interface ImageUse extends Pick<ImageSpec, 'type' | 'channels'> {
  readonly kind: 'image';
  readonly object: 'texture' | 'surface';
  readonly rank: 1 | 2 | 3;
  readonly isLayered: boolean;
  readonly read: boolean;
  readonly written: boolean;
}

export type ParamUse = PointerUse | ScalarUse | StructUse | TensorMapUse | ImageUse;

export interface ParamOutline {
  /** Name in the source if that is at hand, otherwise a person's name for it in the PTX, otherwise p0, p1 …. */
  readonly name: string;
  readonly sizeBytes: number;
  readonly alignBytes: number;
  readonly use: ParamUse;
}

export interface KernelName {
  /** Name in the module, mangled. */
  readonly name: string;
  /** Name for people: `gather<2>`. */
  readonly plainName: string;
}

export interface EntryOutline extends KernelName {
  readonly params: readonly ParamOutline[];
  readonly staticSharedBytes: number;
  /** Bytes per access to dynamic shared memory, ascending; null where the kernel has none. */
  readonly dynamicSharedAccessBytes: readonly number[] | null;
  /** Offset behind the last byte of dynamic shared memory that constant offsets alone reach; 0 if there is none. */
  readonly dynamicSharedEndBytes: number;
  /** Pointers to data that shared memory is indexed with. */
  readonly sharedIndexedFrom: readonly ScalarPlace[];
  readonly requiredBlock: Dim3 | null;
  readonly requiredCluster: Dim3 | null;
  readonly clusterUse: ClusterUse;
  /** Threads that its barriers and matrix instructions need. */
  readonly leastThreads: number;
  /** Most threads that one of its barriers counts; null where no constant says so. */
  readonly countedThreads: number | null;
  /** Most threads of a CTA that the kernel was compiled for. */
  readonly mostThreads: number | null;
  readonly uses: Dependence;
  /** Threads along each axis that the code takes for granted: a constant that scales `%ctaid`; null where it asks `%ntid`. */
  readonly tile: readonly [number | null, number | null, number | null];
  /** Whether warps load or store whole matrices of device memory, which leaves no lane to check an edge. */
  readonly movesWholeMatrices: boolean;
  /** Null where stores to shared memory do not tell. */
  readonly rows: BlockRows | null;
  /** Records that pointers lead to. A place in record i is one of a parameter whose number is that of all parameters, plus i. */
  readonly records: readonly RecordOutline[];
  /** Numbers that arrays of the kernel's own leave room for: an index into one stays below the number. */
  readonly limits: readonly NumberLimit[];
  /** Tables of floats without initial values in its constant memory. */
  readonly tables: readonly ConstantTable[];
  /** Null for code that is too long, or that calls functions in ways that are not followed. */
  readonly addresses: AddressSlice | null;
}

export interface NumberLimit {
  readonly place: ScalarPlace;
  readonly most: number;
}

/** Threads of a block along one axis. */
export interface BlockRows {
  readonly axis: GridAxis;
  readonly threads: number;
}

export interface SymbolOutline {
  readonly name: string;
  readonly space: 'global' | 'const';
  readonly sizeBytes: number;
  readonly alignBytes: number;
  readonly initialised: boolean;
}

/** A `.const` variable that the host fills with numbers before the launch. */
export interface ConstantTable {
  readonly name: string;
  readonly type: 'f32' | 'f64';
}

export interface ModuleOutline {
  /** `sm_90a`. */
  readonly target: string;
  /** All of the module, in its order. */
  readonly kernels: readonly KernelName[];
  /** Entries whose code was read: in a long text only one. */
  readonly entries: readonly EntryOutline[];
  /** `.const` and `.global` variables, in the order of the module. */
  readonly symbols: readonly SymbolOutline[];
  /** Functions that are called and not in the module. */
  readonly externals: readonly string[];
}
