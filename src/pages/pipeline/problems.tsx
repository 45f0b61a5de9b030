/** Reasons why variants are not drawn as asked for: one cannot be simulated, or holds too much. */
import { VariantBadge } from '../../pictures/badges.tsx';
import type { PipelineModel } from '../kit/pipeline/use-pipeline.ts';

/** Problems of the variants; those of an open text are shown beside it. */
export function Problems({ model: { state, variants, edited } }: { readonly model: PipelineModel }) {
  const wrong = variants.filter(each => each.error !== null && !(state.editor && each === edited));
  if (wrong.length === 0) return null;
  return (
    <div role="alert">
      <ul className="reading tinted link-problems" data-tone="warn">
        {wrong.map(({ letter, error, side }) => (
          <li key={letter} className="lead">
            {variants.length > 1 && <VariantBadge letter={letter} />}
            <span>
              {error?.field !== '' && <code>{error?.field}: </code>}
              {error?.message}
              {side === null ? '.' : '. The picture shows what was there before.'}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
