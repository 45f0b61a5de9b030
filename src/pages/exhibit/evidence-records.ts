/** The sources' values for one variant as `Evidence`: for files, and for readers without the page. */
import { isDrawn, type SourceView, type VariantView } from '../../panels/variant-view.ts';
import type { Evidence, EvidenceValue, Verdict } from '../../trace/evidence.ts';

interface Quantity {
  readonly name: string;
  readonly unit: string;
  /** null where the source has no such number. */
  readonly of: (view: SourceView) => number | null;
}

/** null for what few kernels do, so that the others need not say that they do none of it. */
const madeBy = <T extends { readonly requests: number }>(totals: T): T | null => (totals.requests > 0 ? totals : null);

const QUANTITIES: readonly Quantity[] = [
  { name: 'chosen access', unit: 'wavefronts', of: view => view.cost?.wavefronts ?? null },
  { name: 'chosen access, ideal', unit: 'wavefronts', of: view => view.cost?.ideal ?? null },
  { name: 'shared stores of the CTA', unit: 'wavefronts', of: view => view.summary.shared.store.wavefronts },
  { name: 'shared loads of the CTA', unit: 'wavefronts', of: view => view.summary.shared.load.wavefronts },
  { name: 'global loads of the CTA', unit: 'sectors of 32 B', of: view => view.summary.global.load.sectors },
  {
    name: 'shared atomics of the CTA',
    unit: 'wavefronts',
    of: view => madeBy(view.summary.shared.atomic)?.wavefronts ?? null,
  },
  {
    name: 'global atomics of the CTA',
    unit: 'sectors of 32 B',
    of: view => madeBy(view.summary.global.atomic)?.sectors ?? null,
  },
  { name: 'global stores of the CTA', unit: 'sectors of 32 B', of: view => view.summary.global.store.sectors },
];

/** `emulatedBy` says which PTX was executed. */
export function evidenceOf(view: VariantView, emulatedBy: string): readonly Evidence[] {
  if (!isDrawn(view)) return [];
  const emulated = view.emulated.state === 'done' ? view.emulated.view : null;
  return QUANTITIES.flatMap(({ name, unit, of }) => {
    const predicted = of(view.predicted);
    const found = emulated && of(emulated);
    if (predicted === null && found === null) return [];
    return [
      {
        quantity: name,
        unit,
        values: { ...saidBy('predicted', predicted, 'closed form'), ...saidBy('emulated', found, emulatedBy) },
        verdict: verdictOf(name, predicted, found),
      },
    ];
  });
}

const saidBy = (source: 'predicted' | 'emulated', value: number | null, method: string): Evidence['values'] =>
  value === null ? {} : { [source]: { value, provenance: { method } } satisfies EvidenceValue };

function verdictOf(name: string, predicted: number | null, emulated: number | null): Verdict {
  if (emulated === null) return { kind: 'onlyOne', source: 'predicted' };
  if (predicted === null) return { kind: 'onlyOne', source: 'emulated' };
  if (predicted === emulated) return { kind: 'agree', sources: ['predicted', 'emulated'] };
  return { kind: 'differ', at: `${name}: predicted ${predicted}, emulated ${emulated}` };
}
