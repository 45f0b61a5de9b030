/** The variants on screen, and the number that each may have for itself: pad 8 against pad 1. */
import { NumberField } from '../../panels/kit/draft-fields.tsx';
import { PanelSection } from '../../panels/panel-section.tsx';
import { VariantCards } from '../../panels/variant-cards.tsx';
import { BADGES } from '../../panels/variant-view.ts';
import type { ExhibitModel } from './use-exhibit.ts';

export function VariantsSection({ model }: { readonly model: ExhibitModel }) {
  const { kernel, exhibit, state, update, stage } = model;
  return (
    <PanelSection title="Variants">
      <VariantCards
        all={kernel.variants.map(v => ({ ...v, mustFail: v.mustFail !== undefined }))}
        chosen={state.variants}
        canRepeat={exhibit.perVariant !== undefined}
        changed={at => (stage.views[at] ? exhibit.changed(stage.views[at], stage.subject) : '')}
        own={at => state.variants.length > 1 && <OwnNumber model={model} at={at} />}
        onChange={(variants, from) => update({ variants, own: from.map(at => state.own[at] ?? null) })}
      />
    </PanelSection>
  );
}

/** Nothing where the variant does not take the parameter. */
function OwnNumber({ model, at }: { readonly model: ExhibitModel; readonly at: number }) {
  const { kernel, exhibit, state, update, stage } = model;
  const field = kernel.fields.find(({ name }) => name === exhibit.perVariant);
  if (field?.control.kind !== 'range' || field.variants?.includes(state.variants[at]) === false) return null;
  const { name, label, control } = field;
  const shared = Number(state.params[name]);
  return (
    <NumberField
      {...control}
      label={`${label} of ${BADGES[at]}`}
      value={state.own[at] ?? shared}
      resetTo={shared}
      disabled={stage.canChange(name) ? null : 'This link locks the parameter.'}
      help={`Of this variant alone; ${label} below is of all that have none of their own.`}
      onChange={value => {
        const own = BADGES.map((_, place) => state.own[place] ?? null);
        update({ own: own.with(at, value === shared ? null : value) });
      }}
    />
  );
}
