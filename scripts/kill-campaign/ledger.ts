/** What servers acknowledged before they were killed, in one data folder: none of it may be lost. */

export class Ledger {
  /** Numbers of the builds that were answered with `done`. */
  readonly builds = new Set<number>();
  /** Of every stored run that was seen: its comparison. */
  readonly comparisons = new Map<number, string>();
  /** Runs whose removal was asked for, and those of them where it was acknowledged. */
  readonly asked = new Set<number>();
  readonly removed = new Set<number>();

  saw(runs: readonly { readonly id: number; readonly record: { readonly comparison: string } }[]): void {
    for (const { id, record } of runs) this.comparisons.set(id, record.comparison);
  }

  /** Runs that nobody asked to remove. */
  get kept(): number[] {
    return [...this.comparisons.keys()].filter(id => !this.asked.has(id));
  }

  /** The comparison has lost a run, or may have, because somebody wished so. */
  wasThinned(comparison: string): boolean {
    return [...this.asked].some(id => this.comparisons.get(id) === comparison);
  }
}
