/** Which registers and constants go with the type of an operand, as ptxas 13.0 takes them. */
import type { ScalarType } from '../../parse/ast.ts';

/** Of types that are no plain word, and of `i32`: an integer of 32 bits for which no float or pair may stand. */
const OTHERS: Readonly<Record<string, string>> = {
  i16: 'b16 u16 s16',
  i32: 'b32 u32 s32',
  i64: 'b64 u64 s64',
  i3264: 'b32 u32 s32 b64 u64 s64',
  f16: 'b16 f16',
  bf16: 'b16 bf16',
  f16x2: 'b32 f16x2',
  bf16x2: 'b32 bf16x2',
  u16x2: 'b32 f16x2',
  s16x2: 'b32 f16x2',
  tf32: 'b32',
  e4m3x2: 'b16',
  e5m2x2: 'b16',
  e2m3x2: 'b16',
  e3m2x2: 'b16',
  ue8m0x2: 'b16',
  e2m1x2: 'b8',
  f32x2: 'b64 f64',
};

const BITS = [8, 16, 32, 64];
const OF_KIND: Readonly<Record<string, string>> = { b: 'bus', u: 'bus', s: 'bus', f: 'bf' };
/** What stands for any bits, or for integers, of that many. */
const FLOATS_OF: Readonly<Record<number, string>> = { 16: ' f16 bf16', 32: ' f32 f16x2 bf16x2', 64: ' f64' };
const PAIRS = ' f16x2';

function ofWidth(kind: string, bits: number): string {
  const plain = [...OF_KIND[kind]].map(letter => letter + bits).join(' ');
  const further = kind === 'b' ? (FLOATS_OF[bits] ?? '') : kind !== 'f' && bits === 32 ? PAIRS : '';
  return plain + further;
}

const known = new Map<string, ReadonlySet<string>>();

/** Types of registers that an operand of type `type` may be, or, where wider ones do, those too; null for a type that is not looked at. */
export function registersFor(type: string, mayBeWider: boolean): ReadonlySet<string> | null {
  const key = mayBeWider ? `${type} or wider` : type;
  const found = known.get(key);
  if (found) return found;
  const names = namesFor(type, mayBeWider);
  if (names === null) return null;
  const set = new Set(names.split(' '));
  known.set(key, set);
  return set;
}

function namesFor(type: string, mayBeWider: boolean): string | null {
  if (type === 'pred' || type === 'b128') return type;
  const other = OTHERS[type];
  const plain = /^([busf])(8|16|32|64)$/.exec(type);
  if (!plain && !other) return null;
  const [kind, bits] = plain ? [plain[1], Number(plain[2])] : ['f', Number(/\d+/.exec(other)![0])];
  const exact = other ?? ofWidth(kind, bits);
  if (!mayBeWider) return exact;
  const wider = BITS.filter(more => more > bits).map(more => (kind === 'f' ? `b${more}` : ofWidth(kind, more)));
  return [exact, ...wider, 'b128'].join(' ');
}

/** Whether a register of type `declared` may be an operand of type `type`; a type that is not looked at takes all. */
export const takesRegister = (type: string, declared: ScalarType, mayBeWider: boolean): boolean =>
  registersFor(type, mayBeWider)?.has(declared) ?? true;

export const takesInteger = (type: string): boolean => /^([bus]\d+|i(16|32|64|3264)|pred)$/.test(type);
export const takesFloat = (type: string): boolean => /^(f32|f64|b32|b64)$/.test(type);
