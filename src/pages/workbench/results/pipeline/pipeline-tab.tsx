/** The pipeline of one CTA, found in its events alone: timeline, ring at the playhead, where the time goes. */
import { Info } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { FittingPreset } from '../../../../inspect/replay/beside/fitting-presets.ts';
import { flips, nextFlip } from '../../../../model/pipeline/phase-flips.ts';
import { simulate } from '../../../../model/pipeline/simulate.ts';
import { CheckField } from '../../../../panels/kit/choice-fields.tsx';
import { ExportMenu } from '../../../../panels/kit/export-menu.tsx';
import { fileItem, pictureItems } from '../../../../panels/kit/exports.ts';
import { axisOf } from '../../../../panels/pipeline/pipeline-axis.ts';
import { NOT_COMPILED, type PipelineSide } from '../../../../panels/pipeline/pipeline-side.ts';
import { PipelineStage, type StageParts } from '../../../../panels/pipeline/pipeline-stage.tsx';
import { PipelineTransport } from '../../../../panels/pipeline/pipeline-transport.tsx';
import { useStageView } from '../../../../panels/pipeline/stage-view.ts';
import { usePipelinePlayback } from '../../../../panels/pipeline/use-pipeline-playback.ts';
import type { Theme } from '../../../../pictures/theme.ts';
import type { FoundRole } from '../../../../services/emulator/replay-job.ts';
import type { PipelineDrawing } from '../../../kit/pipeline/pipeline-files.ts';
import { whoWords } from '../../../kit/pipeline/who-words.ts';
import type { RunTabProps } from '../run-tab.ts';
import { BesidePresets } from './beside-presets.tsx';
import { FoundRoles } from './found-roles.tsx';
import css from './pipeline-tab.module.css';
import { useKernelReplay } from './use-kernel-replay.ts';

export function PipelineTab({ result, letter, theme }: RunTabProps) {
  const { side, roles, problem } = useKernelReplay({ result, letter });
  if (problem !== null) return <p className="prose tinted">No pipeline: {problem}</p>;
  if (side === null) return <p className="waiting">The CTA runs once more, and its events are written down …</p>;
  return <KernelPipeline side={side} roles={roles} theme={theme} />;
}

const FIRST_PARTS: StageParts = { traces: false, units: false, criticalPath: false, under: [] };

interface KernelPipelineProps {
  readonly side: PipelineSide;
  readonly roles: readonly FoundRole[];
  readonly theme: Theme;
}

function KernelPipeline({ side, roles, theme }: KernelPipelineProps) {
  const [parts, setParts] = useState(FIRST_PARTS);
  const [fit, setFit] = useState<FittingPreset | null>(null);
  const sides = useMemo(() => (fit ? [side, presetSide(fit, side)] : [side]), [side, fit]);
  const axis = useMemo(() => axisOf(sides, null, []), [sides]);
  const view = useStageView(useMemo(() => startOf(side), [side]));
  const playback = usePipelinePlayback(sides, axis, view);
  return (
    <>
      <div className={`row wrap ${css.head}`}>
        <p>{whoWords(side.scenario)}.</p>
        <PipelineExport drawing={{ sides, axis, view, parts, theme }} />
      </div>
      <ShownParts parts={parts} onChange={setParts} />
      <div className={css.transport}>
        <PipelineTransport playback={playback} theme={theme} origin={null} />
      </div>
      <PipelineStage {...{ sides, theme, view, parts }} />
      <FoundRoles roles={roles} scenario={side.scenario} />
      <BesidePresets kernel={side.scenario} chosen={fit} onChoose={setFit} />
      <p className="lead caption">
        <Info size={16} strokeWidth={1.75} aria-hidden /> <span>{CLOCK_WORDS}</span>
      </p>
    </>
  );
}

/** The preset under the kernel, on one axis. */
const presetSide = ({ preset, scenario }: FittingPreset, { letter }: PipelineSide): PipelineSide => ({
  ...{
    letter: letter === 'B' ? 'C' : 'B',
    title: preset.title,
    scenario,
    source: 'predicted',
    run: simulate(scenario),
  },
  ...{ emulated: NOT_COMPILED, measured: null },
});

const CLOCK_WORDS =
  'Order, not time: who waits for whom, bytes and FLOP are the kernel’s own. Cycles are those of a model, with one cost ' +
  'for each kind of event: instructions, copies, products, arrivals. None was measured.';

/** Time of a deadlock; without one, the last flip before the middle, when the rings are full and at work. */
const startOf = ({ run }: PipelineSide): number =>
  run.deadlock?.at ?? nextFlip(flips.of(run), run.totalClk / 2, -1) ?? 0;

const PARTS = [
  ['traces', 'Barriers, by parity'],
  ['units', 'Tensor cores and copy engine'],
  ['criticalPath', 'Critical path'],
] as const;

const ShownParts = ({
  parts,
  onChange,
}: {
  readonly parts: StageParts;
  readonly onChange: (parts: StageParts) => void;
}) => (
  <fieldset className="row wrap">
    <legend className="visually-hidden">Picture</legend>
    {PARTS.map(([name, label]) => (
      <CheckField
        key={name}
        label={label}
        checked={parts[name]}
        onChange={shown => onChange({ ...parts, [name]: shown })}
      />
    ))}
  </fieldset>
);

/** The code behind files comes with the first of them. */
const files = () => import('../../../kit/pipeline/pipeline-files.ts');

function PipelineExport({ drawing }: { readonly drawing: PipelineDrawing }) {
  const { scenario } = drawing.sides[0];
  return (
    <ExportMenu
      items={[
        ...pictureItems('Pictures', async () => (await files()).pictureFile(drawing)),
        fileItem('Spans as CSV', 'a row each', async () => (await files()).spansFile(drawing)),
        fileItem('Barrier events as CSV', 'every change', async () => (await files()).barriersFile(drawing)),
        fileItem('Chrome trace', 'opens in Perfetto', async () => (await files()).traceFile(drawing)),
        fileItem('Scenario as JSON', 'every step of every role', async () => (await files()).kernelFile(scenario)),
      ]}
    />
  );
}
