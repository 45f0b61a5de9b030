/** Why the chosen access takes as many passes as it does, for each variant, as the model has it. */
import { listed } from '../base/numbers.ts';
import { becauseOf } from '../model/questions/access-facts.ts';
import type { VariantView } from './variant-view.ts';

/** 'A: Every word that is asked for lies in bank 5, so 32 passes.'; variants with one reason share it. '' without an access. */
export function becauseWords(views: readonly VariantView[]): string {
  const badges = new Map<string, string[]>();
  for (const { badge, predicted } of views) {
    const { access, cost } = predicted;
    if (access === null || cost === null || cost.hits.length === 0) continue;
    const reason = becauseOf(access, cost);
    badges.set(reason, [...(badges.get(reason) ?? []), badge]);
  }
  const told = [...badges];
  if (told.length === 1 && views.length === 1) return told[0][0];
  return told.map(([reason, by]) => `${listed(by)}: ${reason}`).join(' ');
}
