/**
 * Strong accesses (PTX ISA, "Memory Consistency Model"): those that other threads may do at the same time to the same place, and
 * that order with others what comes before and after them.
 */

/** Threads that an order is for: 0 those of the CTA, 1 of its cluster, 2 of the device and beyond. */
export type SyncScope = 0 | 1 | 2;

export interface Strength {
  readonly scope: SyncScope;
  readonly acquires: boolean;
  readonly releases: boolean;
}

/** Scope in an instruction's modifiers; device-wide if none is named. */
export function scopeOf(modifiers: readonly string[]): SyncScope {
  if (modifiers.includes('cta')) return 0;
  return modifiers.includes('cluster') ? 1 : 2;
}
