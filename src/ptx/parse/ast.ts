/**
 * Result of parsing PTX text: names resolved, modifiers split, nothing executed. Both dialects (NVVM 7 for sm_75 to
 * sm_90a, NVVM 20 for sm_100 and up) give this one shape. Registers are practically typeless, so an operand names only
 * a register; its width comes from the declaration.
 */

export interface SourceLocation {
  /** Key of `Module.files`. */
  readonly file: number;
  /** 1-based. */
  readonly line: number;
  readonly column: number;
  /** Place at which the function that holds this line was inlined; that function may be inlined itself. */
  readonly inlinedAt?: SourceLocation;
  /** For an inlined function: place of its name in `Module.debugStrings`, as a label or as `label+bytes`. */
  readonly functionLabel?: string;
}

export type ScalarType =
  | 'pred'
  | 'b8'
  | 'b16'
  | 'b32'
  | 'b64'
  | 'b128'
  | 'u8'
  | 'u16'
  | 'u32'
  | 'u64'
  | 's8'
  | 's16'
  | 's32'
  | 's64'
  | 'f16'
  | 'f16x2'
  | 'bf16'
  | 'bf16x2'
  | 'f32'
  | 'f64';

export type VariableSpace = 'global' | 'const' | 'shared' | 'local' | 'param';

/** A named piece of memory: module variable, shared array, local depot, kernel parameter, call slot. */
export interface Variable {
  /** Unique in its function (block-scoped names are renamed apart). */
  readonly name: string;
  readonly space: VariableSpace;
  readonly alignBytes: number;
  /** 0 for `.extern .shared x[]` (its size is the launch's dynamic shared bytes). */
  readonly sizeBytes: number;
  readonly extern: boolean;
  /** Initial bytes, little-endian, perhaps fewer than `sizeBytes`: the rest is zeros, and so is all when null. */
  readonly init: Uint8Array | null;
  /** Places in `init` that hold the 8-byte address of another symbol: a variable's, or a function's by name. */
  readonly relocations: readonly { readonly byteOffset: number; readonly symbol: string; readonly addend: number }[];
}

export interface RegisterDeclaration {
  readonly name: string;
  readonly type: ScalarType;
}

export type Operand =
  | { readonly kind: 'register'; readonly name: string }
  /** `!%p1`: a predicate register, read as its complement. */
  | { readonly kind: 'negated'; readonly name: string }
  /** Integer literal, exact, as a bit pattern to be cut to the instruction's width. */
  | { readonly kind: 'integer'; readonly value: bigint }
  /** `0f3F800000` (bits = 32) or `0d…` (bits = 64); `0.5` as the instruction's type says. */
  | { readonly kind: 'float'; readonly bits: 32 | 64; readonly pattern: bigint }
  /** `%tid.x`, `%laneid`, `%clock64`, `WARP_SZ`. */
  | { readonly kind: 'special'; readonly name: string }
  /** A variable's address, or a function's name in a call. */
  | { readonly kind: 'symbol'; readonly name: string; readonly addend: number }
  /** A branch target, or the name of a `.branchtargets` list, or of a prototype (nothing to look up) in a call. */
  | { readonly kind: 'label'; readonly name: string }
  /** `[base+offset]`; base is null for an absolute address. */
  | {
      readonly kind: 'address';
      readonly base: { readonly kind: 'register' | 'symbol'; readonly name: string } | null;
      readonly byteOffset: bigint;
    }
  /** `{a, b}`; also `[address, {x, y}]`, whose first element is the address and second the vector of coordinates. */
  | { readonly kind: 'vector'; readonly elements: readonly Operand[] }
  /** `%r1.b0`, `%r1.h10`, `-%r1`: a register as only video instructions take it. */
  | { readonly kind: 'modified'; readonly name: string; readonly modifier: string }
  /** `%r1|%p1`, `{…}|%p1`. */
  | { readonly kind: 'pair'; readonly first: Operand; readonly second: Operand }
  /** `(a, b)` of a call. */
  | { readonly kind: 'list'; readonly elements: readonly Operand[] }
  /** `_`. */
  | { readonly kind: 'sink' };

export interface Instruction {
  /** First word: `ld`, `mad`, `bar`, `wgmma`. */
  readonly opcode: string;
  /** The words after it, in order, without dots: ['shared', 'v4', 'f32']. Handlers look them up as a set. */
  readonly modifiers: readonly string[];
  readonly guard: { readonly register: string; readonly negated: boolean } | null;
  readonly operands: readonly Operand[];
  readonly location: SourceLocation | null;
  /** Text for people: as written, on one line, guard first, without the semicolon. */
  readonly text: string;
  /** 1-based line in the PTX text. */
  readonly ptxLine: number;
}

export interface PtxFunction {
  readonly kind: 'entry' | 'func';
  readonly name: string;
  readonly params: readonly Variable[];
  readonly returns: readonly Variable[];
  /** Names of those that are registers of the function: `.func (.reg .u32 r) f (.reg .u32 a)`. */
  readonly inRegisters: ReadonlySet<string>;
  /** Registers that an instruction names, in order of first use. */
  readonly registers: readonly RegisterDeclaration[];
  /** Shared and local variables and call slots declared inside. */
  readonly variables: readonly Variable[];
  readonly instructions: readonly Instruction[];
  /** Label -> index of the instruction it stands before (instructions.length = the end). */
  readonly labels: ReadonlyMap<string, number>;
  /** Label -> targets of a `.branchtargets` list. */
  readonly branchTargets: ReadonlyMap<string, readonly string[]>;
  /** maxntid, reqntid, minnctapersm, reqnctapercluster, explicitcluster, maxnreg … (no dot) with their numbers. */
  readonly performance: ReadonlyMap<string, readonly number[]>;
  /** Whether it has no body: an external declaration. */
  readonly external: boolean;
  /** Its body was passed over, because the kernel that was asked for does not reach it. */
  readonly unread: boolean;
}

export interface Module {
  readonly version: string;
  /** `sm_90a`. */
  readonly target: string;
  /** A debug build: values lie on the stack, functions are called, and ptxas leaves the order of instructions as it is. */
  readonly isDebug: boolean;
  readonly files: ReadonlyMap<number, string>;
  /** Text of `.debug_str`: labels and bytes of names that end with 0; '' where there is none. */
  readonly debugStrings: string;
  readonly variables: readonly Variable[];
  readonly functions: readonly PtxFunction[];
}

/** Place and reason of a refusal. Line and column count from 1. */
export interface ParseError {
  /** `refused`: PTX that is known not to be read here; `late`: the time was over at that line. */
  readonly kind: 'wrong' | 'refused' | 'late';
  readonly message: string;
  readonly line: number;
  readonly column: number;
}
