/** The variants under comparison as cards A to D: one is edited, each can be removed, and another one added. */
import { Plus, X } from 'lucide-react';
import { PRESETS } from '../../model/pipeline/presets/index.ts';
import { Select } from '../../panels/kit/choice-fields.tsx';
import css from '../../panels/variant-cards.module.css';
import { VariantBadge } from '../../pictures/badges.tsx';
import own from '../kit/pipeline/pipeline-rail.module.css';
import type { PipelineModel } from '../kit/pipeline/use-pipeline.ts';
import type { VariantModel } from '../kit/pipeline/use-variant.ts';
import { changesOf } from '../kit/pipeline/variant-words.ts';
import { MOST_VARIANTS } from '../links/pipeline.ts';
import { plainVariant } from '../links/pipeline-variant.ts';

export function VariantList({ model }: { readonly model: PipelineModel }) {
  const { state, update, variants, edited } = model;
  const add = () => update({ variants: [...state.variants, edited.variant], edited: state.variants.length });
  return (
    <ul className="stack">
      {variants.map((variant, at) => (
        <VariantCard key={variant.letter} model={model} variant={variant} at={at} />
      ))}
      {variants.length < MOST_VARIANTS && (
        <li>
          <button type="button" className={`row muted ${css.add}`} onClick={add}>
            <Plus size={16} strokeWidth={1.75} aria-hidden /> Compare with a variant
          </button>
        </li>
      )}
    </ul>
  );
}

interface VariantCardProps {
  readonly model: PipelineModel;
  readonly variant: VariantModel;
  readonly at: number;
}

function VariantCard({ model, variant: { letter, variant, preset, text }, at }: VariantCardProps) {
  const { state, update } = model;
  const isAlone = state.variants.length === 1;
  const words = text === null ? changesOf(variant).join(', ') : 'a scenario of your own';
  return (
    <li className={`card lead ${css.card}`} title={preset.about}>
      <VariantBadge letter={letter} />
      <div className={`grow ${css.text}`}>
        <PresetChoice model={model} at={at} letter={letter} preset={preset} />
        <span className="caption">{words === '' ? preset.id : words}</span>
        {state.edited !== at && (
          <button type="button" className={own.edit} onClick={() => update({ edited: at })}>
            Change {letter}
          </button>
        )}
      </div>
      {!isAlone && <RemoveButton model={model} letter={letter} at={at} />}
    </li>
  );
}

type PresetChoiceProps = Pick<VariantCardProps, 'model' | 'at'> & Pick<VariantModel, 'letter' | 'preset'>;

/** Another preset begins with its own numbers. */
const PresetChoice = ({ model: { change }, at, letter, preset }: PresetChoiceProps) => (
  <>
    <span className={own.preset} aria-hidden>
      {preset.title}
    </span>
    <Select
      className={own.choice}
      aria-label={`Preset of ${letter}`}
      value={preset.id}
      options={PRESETS.map(({ id, title }) => ({ value: id, label: title }))}
      onChange={id => change(at, plainVariant(id))}
    />
  </>
);

function RemoveButton({
  model: { state, update },
  letter,
  at,
}: Pick<VariantCardProps, 'model' | 'at'> & { readonly letter: string }) {
  const remove = () => {
    const variants = state.variants.filter((_, i) => i !== at);
    update({ variants, edited: Math.min(state.edited - (at < state.edited ? 1 : 0), variants.length - 1) });
  };
  return (
    <button
      type="button"
      className={`mark muted ${css.remove}`}
      aria-label={`Remove ${letter}`}
      title="Remove"
      onClick={remove}
    >
      <X size={14} strokeWidth={1.75} />
    </button>
  );
}
