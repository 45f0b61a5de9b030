/** Where a number or a pointer lies among a kernel's parameters. */
export interface ScalarPlace {
  /** Index into the kernel's parameters. */
  readonly param: number;
  readonly byteOffset: number;
}

export const isSame = (a: ScalarPlace, b: ScalarPlace): boolean => a.param === b.param && a.byteOffset === b.byteOffset;
