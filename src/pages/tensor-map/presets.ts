/** Copies that people make, each a link. */
import { type TensorMapState, tensorMapLink } from '../links/tensor-map.ts';

interface Preset {
  readonly title: string;
  /** What to see in it. */
  readonly text: string;
  readonly state: TensorMapState;
}

const preset = (title: string, text: string, search: Readonly<Record<string, string>>): Preset => ({
  title,
  text,
  state: tensorMapLink.stateOf(search),
});

export const PRESETS: readonly Preset[] = [
  preset(
    'GEMM tile',
    'A K-major bf16 tile. Rows of 128 bytes fill the 128-byte swizzle: an ldmatrix of it has no conflicts, and wgmma reads it as it is.',
    {},
  ),
  preset('Batch, 3-D', 'Two matrices of a batch in one copy: rows of the second follow those of the first.', {
    dims: '64.64.4',
    box: '64.16.2',
    start: '0.16.1',
    swz: '128B',
  }),
  preset(
    'Attention Q',
    'A Q tile of FlashAttention-3: (batch, sequence, head, dimension) in memory, so rows of one head are a whole token apart. Half of a head dimension of 128 at a time, as the swizzle is 128 bytes wide.',
    { type: 'f16', dims: '128.256.4.2', strides: '1024.256.262144', box: '64.128.1.1', start: '64.64.2.1' },
  ),
  preset(
    'Padding by a box',
    'A copy cannot pad, but a box may be wider than its tensor: 72 elements on an extent of 64. The other 8 are outside: zeros that are never read, and rows that are 144 bytes apart. A store leaves them out.',
    { type: 'f16', dims: '64.96.4', strides: '512.128', box: '72.32.1', start: '0.32.1', swz: 'none' },
  ),
  preset(
    'Image, NHWC',
    'Pixels of 64 channels, with the border of a 3 × 3 convolution. The box begins one row and one column before the image. What lies outside is filled with zeros.',
    { type: 'f16', dims: '64.28.28.8', box: '64.10.10.1', start: '0.-1.-1.2', plane: '0.0.4.0' },
  ),
  preset('Strided image', 'Every second pixel: element strides of 2 take 5 of 9 columns, and 5 of 9 rows.', {
    type: 'f16',
    dims: '64.28.28.8',
    box: '64.9.9.1',
    steps: '1.2.2.1',
    start: '0.2.2.2',
  }),
  preset(
    'Ragged edge',
    'A box at the corner of a tensor of 100 × 150: what is outside arrives as zeros, and the barrier counts it. Rows of 200 bytes need a stride of 208.',
    { dims: '100.150', strides: '208', box: '64.64', start: '64.112' },
  ),
  preset(
    'Store at the edge',
    'The other direction: the tile is whole, and what is outside of the tensor is left out.',
    { type: 'f32', dims: '200.100', box: '32.64', start: '176.64', dir: 'store' },
  ),
  preset(
    'Interleaved',
    'NC/8HWC8: dimension 0 counts slices of 16 bytes, and the last dimension but one is that of the channels.',
    { type: 'f16', dims: '28.28.8.2', box: '16.12.1.1', start: '8.4.3.1', swz: 'none', il: '16B' },
  ),
  preset(
    'Broken rules',
    'The driver refuses this map with a mere CUDA_ERROR_INVALID_VALUE; here each wrong field is named.',
    {
      dims: '100.150',
      box: '72.300',
      start: '60.8',
      base: '64',
    },
  ),
];
