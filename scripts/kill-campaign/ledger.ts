/** What servers acknowledged before they were killed, in one data folder. None of it may be lost. */

export class Ledger {
  /** Numbers of the builds that were answered with `done`. */
  readonly builds = new Set<number>();
  /** For every stored run that was seen, its comparison. */
  readonly comparisons = new Map<number, string>();
  /** Runs whose removal was requested, with their whole comparison; and those whose removal was acknowledged. */
  readonly asked = new Set<number>();
  readonly removed = new Set<number>();

  saw(runs: readonly { readonly id: number; readonly record: { readonly comparison: string } }[]): void {
    for (const { id, record } of runs) this.comparisons.set(id, record.comparison);
  }

  /** Runs whose removal was not requested. */
  get kept(): number[] {
    return [...this.comparisons.keys()].filter(id => !this.asked.has(id));
  }

  /** The run and all others of its comparison, since a removal takes them together. */
  besides(id: number): readonly number[] {
    const comparison = this.comparisons.get(id);
    return [...this.comparisons].filter(([, other]) => other === comparison).map(([run]) => run);
  }
}
