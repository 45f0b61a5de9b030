/** Records in a fixed order, and the same as columns: one thread sends another the columns without copying them. */

/** An array, or columns that make each record when it is asked for. */
export interface Rows<T> extends Iterable<T> {
  readonly length: number;
  /** Undefined where there is none. */
  at(index: number): T | undefined;
}

/** NaN where a record has no such number. */
type Numbers = Float64Array;

/** Few different values, and which of them each record has. */
interface Choices {
  readonly choice: Uint32Array;
  readonly values: readonly unknown[];
}

export interface RowColumns {
  readonly length: number;
  readonly numbers: Readonly<Record<string, Numbers>>;
  readonly choices: Readonly<Record<string, Choices>>;
}

/**
 * Lists the fields that are numbers; for every other field, a function whose text is the same for equal values only.
 */
export interface RowShape<R> {
  readonly numbers: readonly (keyof R & string)[];
  readonly choices: { readonly [Field in keyof R]?: (value: R[Field]) => string };
}

export function rowColumns<R extends object>(rows: Rows<R>, { numbers, choices }: RowShape<R>): RowColumns {
  const { length } = rows;
  return {
    length,
    numbers: Object.fromEntries(numbers.map(field => [field, numbersOf(rows, field)])),
    choices: Object.fromEntries(
      Object.entries(choices).map(([field, keyOf]) => [
        field,
        choicesOf(rows, field as keyof R, keyOf as (value: unknown) => string),
      ]),
    ),
  };
}

function numbersOf<R>(rows: Rows<R>, field: keyof R): Numbers {
  const column = new Float64Array(rows.length);
  let i = 0;
  for (const row of rows) column[i++] = (row[field] as number | undefined) ?? Number.NaN;
  return column;
}

function choicesOf<R>(rows: Rows<R>, field: keyof R, keyOf: (value: unknown) => string): Choices {
  const choice = new Uint32Array(rows.length);
  const numbers = new Map<string, number>();
  const values: unknown[] = [];
  let i = 0;
  for (const row of rows) {
    const key = keyOf(row[field]);
    let number = numbers.get(key);
    if (number === undefined) {
      number = values.push(row[field]) - 1;
      numbers.set(key, number);
    }
    choice[i++] = number;
  }
  return { choice, values };
}

/** The records that the columns were made of; each is a new object whenever it is asked for. */
export class ColumnRows<R> implements Rows<R> {
  readonly length: number;
  readonly #numbers: readonly (readonly [string, Numbers])[];
  readonly #choices: readonly (readonly [string, Choices])[];

  constructor({ length, numbers, choices }: RowColumns) {
    this.length = length;
    this.#numbers = Object.entries(numbers);
    this.#choices = Object.entries(choices);
  }

  at(index: number): R | undefined {
    return index >= 0 && index < this.length ? this.#row(index) : undefined;
  }

  *[Symbol.iterator](): Generator<R> {
    for (let i = 0; i < this.length; i++) yield this.#row(i);
  }

  #row(index: number): R {
    const row: Record<string, unknown> = {};
    for (const [field, { choice, values }] of this.#choices) {
      const value = values[choice[index]];
      if (value !== undefined) row[field] = value;
    }
    for (const [field, column] of this.#numbers) if (!Number.isNaN(column[index])) row[field] = column[index];
    return row as R;
  }
}
