/**
 * Tensor copies whose box does not start at a multiple of the swizzle's repeat. Nothing fails, but code that counts
 * rows from the box's start reads the wrong bytes. Products read by descriptors, which follow the address as the copy does.
 */
import type { ExecutionProfile, ProfiledInstruction } from '../../trace/execution-profile.ts';
import type { Finding } from '../../trace/finding.ts';
import { counted, placeOfProfiled } from './finding-words.ts';

/** Copies into shared memory. */
const BRINGS = /^(@!?\S+\s+)?cp\.async\.bulk\.tensor\.\dd\.shared::/;
/** Loads by address, of shared memory or of what may be shared memory. */
const LOADS =
  /^(@!?\S+\s+)?(ldmatrix|wmma\.load|ld\.(?!(global|local|param|const)\b)(?!\S*\.(global|local|param|const)\b))/;

export function swizzleBaseFindings(profile: ExecutionProfile): Finding[] {
  const { instructions, offRepeat, issues } = profile;
  const isLoaded = instructions.some(({ text }, i) => issues[i] > 0 && LOADS.test(text));
  const lines = new Map<string, { readonly first: ProfiledInstruction; readonly tiles: number }>();
  instructions.forEach((instruction, i) => {
    const { file, line, ptxLine, text } = instruction;
    if (offRepeat[i] === 0 || (BRINGS.test(text) && !isLoaded)) return;
    const key = line > 0 ? `${line} ${file}` : `PTX ${ptxLine}`;
    const known = lines.get(key);
    lines.set(key, { first: known?.first ?? instruction, tiles: (known?.tiles ?? 0) + offRepeat[i] });
  });
  return [...lines.values()].map(
    ({ first, tiles }): Finding => ({
      kind: 'swizzleBase',
      rank: 'cost',
      place: placeOfProfiled(first),
      message: `${counted(tiles, 'tile')} of tensor copies with a base that is no multiple of the swizzle's repeat: the pattern follows the address, so the first row is swizzled like a later one`,
      fix: 'Align the box in shared memory to 256, 512 or 1024 bytes for a swizzle of 32, 64 or 128 bytes, or compute the XOR from the address itself, not from the row in the box.',
      cost: null,
      who: null,
      other: null,
      seen: '',
      count: tiles,
    }),
  );
}
