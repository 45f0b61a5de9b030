/** Meaning of letters and names in mangled names (Itanium C++ ABI, section 5.1.5), as far as launches need it. */
import type { ElementType } from '../../trace/launch.ts';

/** A parameter's declared type, as far as a launch can use it. */
export interface DeclaredType {
  readonly pointer: boolean;
  /** Whether the pointee, or the value, is const. */
  readonly isConst: boolean;
  /** Type of one element behind the pointer, or of the value; null for structs and if it is not known. */
  readonly element: ElementType | null;
}

export interface Type extends DeclaredType {
  readonly text: string;
}

const BUILTIN: Readonly<Record<string, readonly [text: string, element: ElementType | null]>> = {
  v: ['void', null],
  b: ['bool', 'u8'],
  c: ['char', 's8'],
  a: ['signed char', 's8'],
  h: ['unsigned char', 'u8'],
  s: ['short', 's16'],
  t: ['unsigned short', 'u16'],
  i: ['int', 's32'],
  j: ['unsigned int', 'u32'],
  l: ['long', 's64'],
  m: ['unsigned long', 'u64'],
  x: ['long long', 's64'],
  y: ['unsigned long long', 'u64'],
  f: ['float', 'f32'],
  d: ['double', 'f64'],
};

/** CUDA's own structs of equal elements. */
const CUDA_TYPES: readonly (readonly [name: RegExp, element: ElementType])[] = [
  [/^__half2?(_raw)?$/, 'f16'],
  [/^__nv_bfloat162?(_raw)?$/, 'bf16'],
  [/^__nv_fp8x?[24]?_e4m3$/, 'e4m3'],
  [/^__nv_fp8x?[24]?_e5m2$/, 'e5m2'],
  [/^float[1-4]$/, 'f32'],
  [/^double[1-4]$/, 'f64'],
  [/^int[1-4]$/, 's32'],
  [/^uint[1-4]$/, 'u32'],
  [/^short[1-4]$/, 's16'],
  [/^ushort[1-4]$/, 'u16'],
  [/^char[1-4]$/, 's8'],
  [/^uchar[1-4]$/, 'u8'],
  [/^longlong[1-4]$/, 's64'],
  [/^ulonglong[1-4]$/, 'u64'],
];

export const plainType = (text: string, element: ElementType | null): Type => ({
  text,
  pointer: false,
  isConst: false,
  element,
});

/** Null for a letter that is none. */
export function builtinType(letter: string): Type | null {
  const known = Object.hasOwn(BUILTIN, letter) ? BUILTIN[letter] : null;
  return known && plainType(...known);
}

export const classType = (name: string): Type =>
  plainType(name, CUDA_TYPES.find(([pattern]) => pattern.test(name))?.[1] ?? null);
