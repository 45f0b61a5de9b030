/** What servers acknowledged before they were killed, in one data folder: none of it may be lost. */

export class Ledger {
  /** Numbers of the builds that were answered with `done`. */
  readonly builds = new Set<number>();
  /** Of every stored run that was seen: its comparison. */
  readonly comparisons = new Map<number, string>();
  /** Runs whose removal was asked for, with all of their comparison, and those of them where it was acknowledged. */
  readonly asked = new Set<number>();
  readonly removed = new Set<number>();

  saw(runs: readonly { readonly id: number; readonly record: { readonly comparison: string } }[]): void {
    for (const { id, record } of runs) this.comparisons.set(id, record.comparison);
  }

  /** Runs that nobody asked to remove. */
  get kept(): number[] {
    return [...this.comparisons.keys()].filter(id => !this.asked.has(id));
  }

  /** The run and all others of its comparison: a removal takes them together. */
  besides(id: number): readonly number[] {
    const comparison = this.comparisons.get(id);
    return [...this.comparisons].filter(([, other]) => other === comparison).map(([run]) => run);
  }
}
