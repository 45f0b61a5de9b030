/**
 * Thrown by rows: the form is not implemented, or the manual does not allow it. It becomes data at the edge of
 * decoding.
 */
export class Refusal {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

export function refuse(reason: string): never {
  throw new Refusal(reason);
}
