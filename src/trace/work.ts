/** The least work of one launch, whichever variant does it: bytes read and written once each, or operations. */
export interface Work {
  readonly kind: 'bytes' | 'flops';
  readonly amount: number;
}

/** Bytes or operations per second. `ns`: of one launch. */
export const rateOf = ({ amount }: Work, ns: number): number => (amount / ns) * 1e9;
