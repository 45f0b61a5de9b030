/** Types of parameters as CUDA text declares them: plain numbers, CUDA's own structs of equal elements, and pointers to them. */
import type { ElementType } from '../../trace/launch.ts';
import { classType, type DeclaredType } from './mangled-types.ts';

/** Words that say nothing about the elements. */
const QUALIFIERS = /\b(const|volatile|__restrict__|__restrict|restrict|__grid_constant__|struct|class|signed|int)\b/g;

/** Types by the words that remain; 'int' alone and 'signed' leave none. */
const PLAIN: Readonly<Record<string, ElementType>> = {
  '': 's32',
  unsigned: 'u32',
  bool: 'u8',
  char: 's8',
  'unsigned char': 'u8',
  short: 's16',
  'unsigned short': 'u16',
  long: 's64',
  'unsigned long': 'u64',
  'long long': 's64',
  'unsigned long long': 'u64',
  float: 'f32',
  double: 'f64',
  half: 'f16',
  half2: 'f16',
  nv_bfloat16: 'bf16',
  nv_bfloat162: 'bf16',
  size_t: 'u64',
  ptrdiff_t: 's64',
  int8_t: 's8',
  uint8_t: 'u8',
  int16_t: 's16',
  uint16_t: 'u16',
  int32_t: 's32',
  uint32_t: 'u32',
  int64_t: 's64',
  uint64_t: 'u64',
};

/** `const float* __restrict__ x`, with its name and without a default. Null for types that are not known here. */
export function declaredType(declaration: string): DeclaredType | null {
  let declared = declaration.trimEnd();
  const isArray = declared.endsWith(']');
  while (declared.endsWith(']')) declared = declared.slice(0, Math.max(0, declared.lastIndexOf('['))).trimEnd();
  const name = declared.split(/\W/).at(-1) ?? '';
  const [to, ...stars] = declared.slice(0, declared.length - name.length).split(/[*&]/);
  const pointers = stars.length + (isArray ? 1 : 0);
  const words = to
    .replace(QUALIFIERS, ' ')
    .replaceAll('::', ' ')
    .replace(/\bstd\b/, ' ')
    .trim()
    .replace(/\s+/g, ' ');
  if (words === '' && !/\b(int|signed)\b/.test(to)) return null;
  const element = pointers > 1 ? 'u64' : elementOf(words);
  return element && { pointer: pointers > 0, isConst: /\bconst\b/.test(to), element };
}

const elementOf = (words: string): ElementType | null =>
  Object.hasOwn(PLAIN, words) ? PLAIN[words] : classType(words).element;
