/** Is there a layout without conflicts on both sides, at what cost, and if not, why not? */
import { Check, Info } from 'lucide-react';
import { bytes } from '../../base/numbers.ts';
import type { PaddingVerdict } from '../../model/permute/conflict-free.ts';

interface ConflictVerdictProps {
  readonly padding: PaddingVerdict;
  /** The first way there is to have none, by padding or not, and the bytes that it adds. */
  readonly first: { readonly title: string; readonly waste: number };
  /** The answer in full, with its proof. */
  readonly why: string;
}

export function ConflictVerdict({ padding, first, why }: ConflictVerdictProps) {
  const isFree = padding.answer === 'yes' && padding.fits;
  const Icon = isFree ? Check : Info;
  return (
    <section
      className="lead prose reading tinted"
      data-tone={isFree ? 'ok' : undefined}
      aria-label="A layout without conflicts"
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      <details>
        <summary>
          <strong>{headline(padding, first)}</strong>
        </summary>
        <p>{why}</p>
      </details>
    </section>
  );
}

function headline(padding: PaddingVerdict, { title, waste }: ConflictVerdictProps['first']): string {
  if (padding.answer === 'open') return 'Conflict-free by padding: not known.';
  if (padding.answer === 'no') return `Conflict-free by padding: impossible (${padding.proof}).`;
  if (!padding.fits) return 'Conflict-free by padding: not within shared memory.';
  if (padding.waste === 0) return 'Conflict-free on both sides as it is.';
  const other = waste < padding.waste ? `, ${title} for ${bytes(waste)}` : '';
  return `Conflict-free on both sides: padding for ${bytes(padding.waste)}${other}.`;
}
