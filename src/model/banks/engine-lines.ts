/** What a copy engine's access takes of shared memory. */
import { popcount32 } from '../../base/bits.ts';
import type { Access } from '../../trace/access-trace.ts';
import { NVIDIA_BANKS } from './bank-model.ts';
import type { WavefrontCount } from './wavefronts.ts';

/** An engine has no lanes whose words could meet in a bank: as many wavefronts as its bytes fill lines. */
export function engineLines({ activeMask, widthBytes }: Access): WavefrontCount {
  const { bankCount, bankBytes } = NVIDIA_BANKS;
  const lines = Math.ceil((popcount32(activeMask) * widthBytes) / (bankCount * bankBytes));
  return { wavefronts: lines, ideal: lines };
}
