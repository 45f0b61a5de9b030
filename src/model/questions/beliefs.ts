/**
 * Mistaken ideas about shared memory, copies and barriers that people really have: each is behind questions asked in the
 * issue trackers and forums of CUTLASS, Triton, DeepGEMM and NVIDIA. A wrong answer on offer always comes from one of them.
 */
export const BELIEFS = {
  'always-together': 'The 32 banks always serve 32 lanes at once.',
  'lane-by-lane': 'Every lane has a pass of its own.',
  'same-bank': 'Two lanes on one bank always wait, even for one word.',
  'bytes-are-passes': 'A lane takes as many passes as it has bytes or words.',
  'stride-is-ways': 'A stride of n words is an n-way conflict.',
  'banks-are-passes': 'Each bank that is hit is a pass of its own.',
  'other-stride': 'The factor that stride and 32 share is taken for another.',
  neighbours: 'Lanes that are neighbours meet in a bank.',
  'pad-hurts-global': 'Padding in shared memory breaks the coalescing of global memory.',
  'always-one': 'One element of padding is always right.',
  'round-pitch': 'A round pitch is a fast pitch.',
  'more-padding': 'More padding is safer.',
  'free-is-fast': 'Without bank conflicts a kernel is fast.',
  'banks-explain-all': 'Every gain in shared memory comes from its banks.',
  'powers-are-bad': 'A power of two is bad for every access.',
  'swizzle-from-tile': 'A swizzle counts from the start of the tile.',
  'swizzle-elements': 'A swizzle moves single elements, or whole rows.',
  'one-unit': 'The numbers of a swizzle are the same for bytes and elements.',
  'box-is-span': 'A box may be wider than the span of its swizzle.',
  'lane-is-row': 'Lane n holds row n of a fragment.',
  'parity-is-phase': 'A wait for parity p waits until phase p begins.',
  'count-is-bytes': 'A barrier counts bytes, or always threads.',
  'wait-is-count': 'Waiting with N waits for N groups.',
  'fence-is-memory': 'wgmma.fence makes stores to shared memory visible.',
  'more-stages': 'More stages are always faster.',
  'roles-always-gain': 'Warp specialisation always gains.',
  'products-bound': 'The tensor cores are always the limit.',
  'copy-is-there': 'What was asked for is there as soon as it was asked for.',
  'one-after-other': 'A warpgroup does one thing after the other.',
  'reader-is-last': 'A slot is filled again before its reader gives it back.',
  'bytes-are-inside': 'A copy counts only bytes that lie inside the tensor.',
  'store-is-seen': 'What one thread stores, all others see at once.',
  'warp-in-step': 'Lanes of a warp always go in step.',
  'guard-is-safe': 'A line behind a guard cannot go wrong.',
  'looks-strange': 'What looks unusual is what is wrong.',
  'barrier-orders-all': 'A barrier later on mends a race before it.',
} as const satisfies Readonly<Record<string, string>>;

export type Belief = keyof typeof BELIEFS;
