/** Products of wgmma.mma_async: types, shapes, and the constants behind its operands. */
import type { Form } from '../form.ts';
import type { OperandType } from '../fragments/operand-numbers.ts';
import { MOST_COLUMNS, ROWS } from '../fragments/warpgroup-product.ts';
import type { SumType } from '../fragments/warpgroup-sums.ts';
import { immediate } from './copy-issue.ts';

interface Family {
  /** Types that A and B may have, each by itself. */
  readonly operands: readonly OperandType[];
  readonly sums: readonly SumType[];
  readonly k: number;
  readonly isInteger: boolean;
  /** Whether operands in shared memory may be MN-major. */
  readonly mayTranspose: boolean;
  readonly hasSparse: boolean;
}

const FAMILIES: readonly Family[] = [
  { operands: ['f16'], sums: ['f16', 'f32'], k: 16, isInteger: false, mayTranspose: true, hasSparse: true },
  { operands: ['bf16'], sums: ['f32'], k: 16, isInteger: false, mayTranspose: true, hasSparse: true },
  { operands: ['tf32'], sums: ['f32'], k: 8, isInteger: false, mayTranspose: false, hasSparse: true },
  { operands: ['e4m3', 'e5m2'], sums: ['f16', 'f32'], k: 32, isInteger: false, mayTranspose: false, hasSparse: true },
  { operands: ['s8', 'u8'], sums: ['s32'], k: 32, isInteger: true, mayTranspose: false, hasSparse: true },
  { operands: ['b1'], sums: ['s32'], k: 256, isInteger: true, mayTranspose: false, hasSparse: false },
];

export const OPERAND_TYPES = FAMILIES.flatMap(family => family.operands);
export const SUM_TYPES = [...new Set(FAMILIES.flatMap(family => family.sums))];

export interface ProductTypes {
  readonly sums: SumType;
  readonly a: OperandType;
  readonly b: OperandType;
  readonly family: Family;
}

export function takeTypes(form: Form): ProductTypes {
  const [sums, a] = [form.type(0) as SumType, form.type(1) as OperandType];
  const family = FAMILIES.find(({ operands }) => operands.includes(a))!;
  if (!family.sums.includes(sums)) form.refuse(`there are no sums of .${sums} for .${a}`);
  const b = form.type(2) as OperandType;
  if (!family.operands.includes(b)) form.refuse(`.${a} and .${b} are not multiplied`);
  return { sums, a, b, family };
}

/**
 * Shapes of a family, with twice the depth if A is sparse. Columns are multiples of 8; for integers of 16 from 32 on,
 * so that 40 and the like are missing.
 */
export function shapesOf({ k, isInteger }: Family, isSparse: boolean): string[] {
  const columns = Array.from({ length: MOST_COLUMNS / 8 }, (_, i) => 8 * (i + 1));
  return columns
    .filter(n => !isInteger || n === 8 || n === 24 || n % 16 === 0)
    .map(n => `m${ROWS}n${n}k${isSparse ? 2 * k : k}`);
}

/** Immediates from operand `first` on, behind the predicate: signs of A and B, then whether they are MN-major. */
export class Immediates {
  readonly #form: Form;
  #next: number;

  constructor(form: Form, first: number) {
    this.#form = form;
    this.#next = first;
  }

  sign(): number {
    const value = Number(immediate(this.#form, this.#form.operand(this.#next++)));
    return Math.abs(value) === 1 ? value : this.#form.refuse(`the scale of an operand is 1 or -1, not ${value}`);
  }

  isMnMajor(): boolean {
    const value = Number(immediate(this.#form, this.#form.operand(this.#next++)));
    return value === 0 || value === 1 ? value === 1 : this.#form.refuse(`a major-ness is 0 or 1, not ${value}`);
  }

  finish(): void {
    if (this.#form.operandCount !== this.#next) this.#form.refuse(`takes ${this.#next} operands`);
  }
}
