/** Rings of stages at one time. */
import { fa3Forward } from '../../model/pipeline/presets/attention.ts';
import { v3Wgmma } from '../../model/pipeline/presets/gemm-specialized.ts';
import { type PipelinePreset, presetScenario } from '../../model/pipeline/presets/preset.ts';
import { ringPositions } from '../../model/pipeline/ring-positions.ts';
import { simulate } from '../../model/pipeline/simulate.ts';
import { stateAt } from '../../model/pipeline/state-at.ts';
import type { RingRecords } from '../records.ts';
import { ringFigure } from '../ring/figure.ts';
import { once } from './once.ts';
import { type PictureCase, pictureCase } from './picture-case.ts';

export function ringRecords(preset: PipelinePreset, clk: number): RingRecords {
  const scenario = presetScenario(preset, {});
  if (!scenario.ok) throw new Error(scenario.error.message);
  const run = simulate(scenario.value);
  const state = stateAt(scenario.value, run, clk);
  return { scenario: scenario.value, state, positions: ringPositions(scenario.value, run, state) };
}

const gemm = once(() => ringRecords(v3Wgmma, 7000));
const attention = once(() => ringRecords(fa3Forward, 7000));

export const ringCases: readonly PictureCase[] = [
  pictureCase({
    id: 'ring-wgmma',
    title: 'A ring of four stages',
    blurb: 'The consumers read one stage; the next ones are on their way, and the producer waits for room.',
    unbanked: true,
    view: { width: 250, selection: { row: 0, column: 1 } },
    figureIn: view => ringFigure(gemm(), view),
  }),
  pictureCase({
    id: 'ring-attention',
    title: 'Q, K, V and O of an attention tile',
    blurb: 'Two rings and two single slots; O lies where V was, so the next V waits until O has left.',
    unbanked: true,
    view: { width: 560 },
    figureIn: view => ringFigure(attention(), view),
  }),
];
