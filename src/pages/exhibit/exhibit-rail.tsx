/** The rail: variants, access, one control per parameter in schema order, sweep, target. */
import { memo, useCallback, useMemo, useState } from 'react';
import type { FieldError } from '../../base/field-error.ts';
import { count } from '../../base/numbers.ts';
import type { ParamValue } from '../../contract/param-field.ts';
import type { Exhibit } from '../../panels/exhibit.ts';
import { optionsOf, Segments, SelectField } from '../../panels/kit/choice-fields.tsx';
import { NumberField } from '../../panels/kit/draft-fields.tsx';
import { PanelSection } from '../../panels/panel-section.tsx';
import { ParamControl } from '../../panels/param-control.tsx';
import css from '../../panels/rail.module.css';
import type { Side } from '../../state/exhibit-link.ts';
import type { Dim3 } from '../../trace/launch.ts';
import { ctaGrid, ctaLabel, ctasOf } from './cta-grid.ts';
import { deferredPart } from './deferred-part.tsx';
import { PitchSweepSection } from './pitch-sweep-section.tsx';
import { TargetSection } from './target-section.tsx';
import type { ExhibitModel } from './use-exhibit.ts';
import type { DrawnPlace } from './use-playback.ts';
import { VariantsSection } from './variants-section.tsx';

const COLOURS = [
  { value: 'bank', label: 'bank' },
  { value: 'offset', label: 'offset' },
  { value: 'lane', label: 'lane' },
  { value: 'chunk', label: '16 B chunk' },
];

export function ExhibitRail({ model }: { model: ExhibitModel }) {
  const { exhibit, state, update, stage } = model;
  return (
    <div className={`stack ${css.rail}`}>
      {exhibit.Rail && <exhibit.Rail params={state.params} canChange={stage.canChange} onParams={model.setParams} />}
      <VariantsSection model={model} />
      <AccessSection model={model} />
      <PanelSection title="Sizes">
        <ParamFields model={model} />
        <SelectField
          label="Colour by"
          value={state.colourBy}
          options={COLOURS}
          onChange={colourBy => update({ colourBy })}
        />
      </PanelSection>
      <LateSweep model={model} />
      <LateTarget model={model} />
    </div>
  );
}

/** Chooses which of the CTA's requests is drawn. */
function AccessSection({ model }: { model: ExhibitModel }) {
  const { kernel, exhibit, state, update, playback } = model;
  const warps = [...new Set(playback.places.map(place => place.warp))];
  const steps = useSteps(model);
  const grid = useMemo(() => ctaGrid(kernel, state.variants, state.params), [kernel, state.variants, state.params]);
  return (
    <PanelSection title="Access">
      <SideField names={exhibit.sideNames} side={state.side} update={update} />
      <SelectField
        label="Warp"
        value={state.warp}
        options={optionsOf(warps)}
        onChange={warp => update({ warp, request: 0 })}
      />
      {steps.length > 1 && (
        <StepField steps={steps} request={state.request} onChange={request => update({ request })} />
      )}
      {ctasOf(grid) > 1 && <CtaField cta={state.cta} grid={grid} onChange={cta => update({ cta, request: 0 })} />}
    </PanelSection>
  );
}

/** The warp's requests by name: a few hundred may be named, which takes as long as a frame. */
function useSteps({ exhibit, state, stage, playback }: ExhibitModel): readonly NamedStep[] {
  const { places } = playback;
  const { subject } = stage;
  const { params, side } = subject;
  const { warp } = state;
  return useMemo(() => {
    const nameOf = ({ view, request, access }: DrawnPlace): string =>
      exhibit.requestName?.(view, { params, side, warp, request }, access) ?? String(request);
    return numbered(
      places.filter(place => place.warp === warp).map(place => ({ value: place.request, label: nameOf(place) })),
    );
  }, [exhibit, places, params, side, warp]);
}

interface StepFieldProps {
  readonly steps: readonly NamedStep[];
  readonly request: number;
  readonly onChange: (request: number) => void;
}

/** Nobody looks for a name in a longer list. */
const MOST_LISTED = 48;

/** A list of names; of too many, the number of one, with its name below it. */
function StepField({ steps, request, onChange }: StepFieldProps) {
  if (steps.length <= MOST_LISTED)
    return <SelectField label="Step" value={request} options={steps} onChange={onChange} />;
  const last = steps.length - 1;
  return (
    <div>
      <NumberField
        label={`Step of ${count(steps.length)}`}
        min={0}
        max={last}
        step={1}
        slider={{ min: 0, max: last, step: 1 }}
        value={Math.min(request, last)}
        onChange={onChange}
      />
      <p className="caption">{steps[Math.min(request, last)].label}</p>
    </div>
  );
}

interface NamedStep {
  readonly value: number;
  readonly label: string;
}

/** Steps that come again, as those of a ring do, say which time it is. */
function numbered(steps: readonly NamedStep[]): NamedStep[] {
  const times = new Map<string, number>();
  return steps.map(({ value, label }) => {
    const time = (times.get(label) ?? 0) + 1;
    times.set(label, time);
    return { value, label: time > 1 ? `${label}, time ${time}` : label };
  });
}

interface SideFieldProps extends Pick<ExhibitModel, 'update'> {
  readonly names: Exhibit['sideNames'];
  readonly side: Side;
}

const SideField = memo(({ names, side, update }: SideFieldProps) => (
  <Segments
    label="Side"
    value={side}
    options={[
      { value: 'store', label: names.store },
      { value: 'load', label: names.load },
    ]}
    onChange={chosen => update({ side: chosen, request: 0, at: null })}
  />
));

function ParamFields({ model }: { model: ExhibitModel }) {
  const { kernel, state, setParams } = model;
  const [refused, setRefused] = useState<FieldError | null>(null);
  const change = useCallback(
    (value: ParamValue, name: string) => setRefused(setParams({ [name]: value })),
    [setParams],
  );
  return (
    <>
      {kernel.fields.map(field => (
        <ParamControl
          key={field.name}
          field={field}
          value={state.params[field.name]}
          disabled={offReason(model, field.name, field.variants)}
          onChange={change}
        />
      ))}
      {refused && (
        <p className="caption bad" role="alert">
          {refused.field}: {refused.message}
        </p>
      )}
    </>
  );
}

function offReason({ state, kernel }: ExhibitModel, name: string, variants?: readonly string[]): string | null {
  if (state.lock.includes(name) || state.lock.includes('all')) return 'This link locks the parameter.';
  if (!variants || state.variants.some(id => variants.includes(id))) return null;
  const titles = kernel.variants.filter(v => variants.includes(v.id)).map(v => v.title);
  return `Only for ${titles.join(', ')}.`;
}

/** Its place in the grid, as one number field each would be up to three; the linear number is what the link holds. */
function CtaField({ cta, grid, onChange }: { cta: number; grid: Dim3; onChange: (cta: number) => void }) {
  const last = ctasOf(grid) - 1;
  return (
    <ParamControl
      field={{
        name: 'cta',
        label: ctaLabel(Math.min(cta, last), grid),
        binds: 'view',
        control: { kind: 'range', min: 0, max: last, step: 1, unit: 'CTA' },
        help: 'The CTA whose accesses are drawn; the output is always that of the whole grid.',
      }}
      value={Math.min(cta, last)}
      disabled={null}
      onChange={value => onChange(Number(value))}
    />
  );
}

const LateSweep = deferredPart(PitchSweepSection);
const LateTarget = deferredPart(TargetSection);
