/** Cases that show where the time of a pipeline goes. */
import { fa3Forward } from '../../model/pipeline/presets/attention.ts';
import { v3Wgmma } from '../../model/pipeline/presets/gemm-specialized.ts';
import { type PipelinePreset, presetScenario } from '../../model/pipeline/presets/preset.ts';
import { simulate } from '../../model/pipeline/simulate.ts';
import { unitBarsFigure } from '../unit-bars/figure.ts';
import { type UnitBarsRecords, unitBarsRecords } from '../unit-bars/records.ts';
import { once } from './once.ts';
import { type PictureCase, pictureCase } from './picture-case.ts';

function records(preset: PipelinePreset): UnitBarsRecords {
  const scenario = presetScenario(preset, {});
  if (!scenario.ok) throw new Error(scenario.error.message);
  return unitBarsRecords(scenario.value, simulate(scenario.value));
}

const gemm = once(() => records(v3Wgmma));
const attention = once(() => records(fa3Forward));

export const unitBarsCases: readonly PictureCase[] = [
  pictureCase({
    id: 'unit-bars-wgmma',
    title: 'Where the time of a GEMM goes',
    blurb: 'What decides the time, and how long the producer and the consumers wait for each other.',
    unbanked: true,
    view: { width: 520 },
    figureIn: view => unitBarsFigure(gemm(), view),
  }),
  pictureCase({
    id: 'unit-bars-attention',
    title: 'Where the time of an attention tile goes',
    blurb: 'Tensor cores and exponentials share the time: two warpgroups take turns.',
    unbanked: true,
    view: { width: 520 },
    figureIn: view => unitBarsFigure(attention(), view),
  }),
];
