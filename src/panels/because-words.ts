/** Why the chosen access takes as many passes as it does, for each variant, as the model has it. */
import { listed } from '../base/numbers.ts';
import { becauseOf, sectorsBecause } from '../model/questions/access-facts.ts';
import type { SourceView, VariantView } from './variant-view.ts';

/** 'A: All 32 words that are asked for lie in bank 5, so 32 passes.'; variants with one reason share it. '' without an access. */
export function becauseWords(views: readonly VariantView[]): string {
  const badges = new Map<string, string[]>();
  for (const { badge, predicted } of views) {
    const reason = reasonOf(predicted);
    if (reason === null) continue;
    badges.set(reason, [...(badges.get(reason) ?? []), badge]);
  }
  const told = [...badges];
  if (told.length === 1 && views.length === 1) return told[0][0];
  return told.map(([reason, by]) => `${listed(by)}: ${reason}`).join(' ');
}

function reasonOf({ access, cost }: SourceView): string | null {
  if (access === null || access.activeMask === 0) return null;
  if (cost === null) return access.space === 'global' ? sectorsBecause(access) : null;
  return becauseOf(access, cost);
}
