/** Cases that show how much shared memory a pipeline's buffers take. */
import { CTA_SHARED_BYTES } from '../../base/hardware.ts';
import { fa3Forward } from '../../model/pipeline/presets/attention.ts';
import { v4Persistent } from '../../model/pipeline/presets/gemm-specialized.ts';
import { type PipelinePreset, type PresetValues, presetScenario } from '../../model/pipeline/presets/preset.ts';
import type { SharedBudgetRecords } from '../records.ts';
import { sharedBudgetFigure } from '../shared-budget/figure.ts';
import { type PictureCase, pictureCase } from './picture-case.ts';

function records(preset: PipelinePreset, values: PresetValues): SharedBudgetRecords {
  const scenario = presetScenario(preset, values);
  if (!scenario.ok) throw new Error(scenario.error.message);
  return { buffers: scenario.value.buffers, mostBytes: CTA_SHARED_BYTES };
}

export const sharedBudgetCases: readonly PictureCase[] = [
  pictureCase({
    id: 'shared-budget-attention',
    title: 'Shared memory of an attention tile',
    blurb: 'Two stages of K and V beside Q leave little room, so O goes where V was.',
    unbanked: true,
    view: { width: 560, selection: { row: 1, column: 0 } },
    figureIn: view => sharedBudgetFigure(records(fa3Forward, { headDim: 128 }), view),
  }),
  pictureCase({
    id: 'shared-budget-gemm',
    title: 'Shared memory of a GEMM',
    blurb: 'Stages of A and B, and a part of C on its way out for each consumer.',
    unbanked: true,
    view: { width: 560 },
    figureIn: view => sharedBudgetFigure(records(v4Persistent, {}), view),
  }),
];
