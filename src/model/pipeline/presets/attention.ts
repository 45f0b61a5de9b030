/** FlashAttention-3's forward pass as pipelines: bf16, and 8-bit floats with V transposed on the way. */
import type { Scenario } from '../../../trace/scenario.ts';
import { attentionConsumer } from './attention-consumer.ts';
import { attentionProducer } from './attention-producer.ts';
import {
  attentionBarriers,
  attentionBuffers,
  attentionNamedBarriers,
  attentionOf,
  BF16_TILES,
  FP8_TILES,
} from './attention-shape.ts';
import { attentionFields, GUIDE, sharedResources, WGMMA, WGMMA_FP8 } from './machine-fields.ts';
import { count, flag, type PipelinePreset, type PresetField, type PresetNumber, type PresetValues } from './preset.ts';

const SOURCE = 'hopper/ of Dao-AILab/flash-attention at 0251105';

export const ALU_PER_SCORE: PresetNumber = {
  kind: 'number',
  name: 'aluPerScore',
  label: 'Issue slots of a score, beside its exponential',
  unit: '',
  default: 4,
  least: 0,
  most: 100,
  step: 0,
  origin: 'published',
  source: `multiply-add and sum 1 each, maximum 2, of which an SM has 64 a clk for 128 of the others (${GUIDE}); the compiled kernel is not counted`,
};

const fields = (headDims: readonly number[]): readonly PresetField[] => [
  { kind: 'choice', name: 'headDim', label: 'Head dimension', options: headDims, default: 128, source: 'a choice' },
  count('blocks', 'Blocks of K and V', 8, [1, 1024]),
  count('tiles', 'Tiles of Q', 2, [1, 64]),
  count('stages', 'Stages of K and of V', 2, [1, 8]),
  flag('overlap', 'Softmax under the second product (IntraWGOverlap)', true, SOURCE),
  flag(
    'pingPong',
    'Warpgroups take turns (ping-pong)',
    true,
    `${SOURCE}, which has it with the overlap up to head dimension 128, in 8-bit floats from 128 on`,
  ),
  flag('firstArrive', 'Consumers arrive on QueryEmpty at the start', true, SOURCE),
  flag('skipFirstSync', 'The producer skips its first sync on QueryEmpty', false, SOURCE),
  ALU_PER_SCORE,
];

function attention(values: PresetValues, isFp8: boolean): Scenario {
  const shape = attentionOf(values, isFp8);
  const groups = Array.from({ length: shape.groups }, (_, i) => i + 1);
  return {
    resources: sharedResources(values),
    barriers: attentionBarriers(shape),
    namedBarriers: attentionNamedBarriers(shape),
    buffers: attentionBuffers(shape),
    roles: [attentionProducer(shape), ...groups.map(group => attentionConsumer(shape, group))],
  };
}

export const fa3Forward: PipelinePreset = {
  id: 'fa3-forward',
  title: 'FlashAttention-3, forward',
  about:
    'Each block takes two products and a softmax; they overlap so that the tensor cores and the exponential units both have work.',
  source: SOURCE,
  fields: [...fields([...BF16_TILES.keys()]), ...attentionFields(WGMMA)],
  scenario: values => attention(values, false),
};

export const fa3ForwardFp8: PipelinePreset = {
  id: 'fa3-forward-fp8',
  title: 'FlashAttention-3, forward, 8-bit floats',
  about: 'The warps that copy also transpose V, from one ring to another.',
  source: SOURCE,
  fields: [...fields([...FP8_TILES.keys()]), ...attentionFields(WGMMA_FP8)],
  scenario: values => attention(values, true),
};
