/** The permutation's part of the rail: shape and order, the pads of the variant that takes them, and the axes on screen. */
import { parseAxes } from '../../model/permute/axis-language.ts';
import { modeNames } from '../../model/permute/mode-names.ts';
import type { RailProps } from '../../panels/exhibit.ts';
import { CheckedField } from '../../panels/kit/draft-fields.tsx';
import { PanelSection } from '../../panels/panel-section.tsx';
import { PermuteRail } from '../../panels/permute/permute-rail.tsx';
import { withoutVoidTexts } from './block-texts.ts';
import { jobOf, type PermuteJob } from './job.ts';
import { listOf, schema } from './params.ts';

export function Rail({ params, canChange, onParams }: RailProps) {
  const job = jobOf(schema.parse(params));
  const names = modeNames(job.plan);
  const set = (name: 'pads' | 'axes', problem: (text: string) => string | null) => ({
    value: job.params[name],
    disabled: canChange(name) ? null : 'This link locks the parameter.',
    onText: (text: string) => problem(text) ?? onParams({ [name]: text })?.message ?? null,
  });
  const onTensor: RailProps['onParams'] = patch => onParams(withoutVoidTexts(job, patch));
  return (
    <>
      <PermuteRail request={job.request} canChange={canChange} onParams={onTensor} />
      <PanelSection title="Block">
        <CheckedField {...padsWords(names)} {...set('pads', text => padsProblem(text, names))} />
        <CheckedField {...axesWords(names)} {...set('axes', text => axesProblem(text, job, names))} />
      </PanelSection>
    </>
  );
}

const padsWords = (names: readonly string[]) => ({
  label: 'Pads',
  placeholder: names.map(() => 0).join(),
  help: `Elements added behind the natural stride of ${names.join(', ')}, for the variant Your pads.`,
});

const axesWords = (names: readonly string[]) => ({
  label: 'Axes',
  placeholder: `${names.slice(0, 1).join(' ')} | ${names.slice(1).join(' ')}`,
  help: 'Modes that count rows, a bar, modes that count columns, outermost first; a dot joins two without a gap.',
});

function padsProblem(text: string, names: readonly string[]): string | null {
  const given = listOf(text).length;
  if (given === 0 || given === names.length) return null;
  return `${given} of ${names.length} pads: one for each of ${names.join(', ')}`;
}

/** No text leaves each side in its own order. */
function axesProblem(text: string, { plan }: PermuteJob, names: readonly string[]): string | null {
  if (text === '') return null;
  const modes = plan.move.modes.map(({ extent }, mode) => ({ name: names[mode], extent }));
  const axes = parseAxes(text, modes);
  return axes.ok ? null : axes.error.message;
}
