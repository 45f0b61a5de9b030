/** The names that PyTorch and NumPy give element types. */

const NAMES_BY_BYTES: readonly (readonly [number, string])[] = [
  [1, 'uint8 int8 bool byte char float8_e4m3fn float8_e5m2 float8_e4m3fnuz float8_e5m2fnuz'],
  [2, 'float16 half bfloat16 int16 uint16 short'],
  [4, 'float32 float single int32 uint32 int intc chalf complex32'],
  [8, 'float64 double int64 uint64 long longlong complex64 cfloat'],
  [16, 'complex128 cdouble'],
];

/** Bytes of an element. */
export const ELEMENT_TYPES: ReadonlyMap<string, number> = new Map(
  NAMES_BY_BYTES.flatMap(([bytes, names]) => names.split(' ').map(name => [name, bytes] as const)),
);

/** The name that both libraries accept, by bytes of an element. */
export const TYPE_NAMES: ReadonlyMap<number, string> = new Map([
  [1, 'uint8'],
  [2, 'float16'],
  [4, 'float32'],
  [8, 'float64'],
  [16, 'complex128'],
]);
