/** A table of lanes as people write it: 32 numbers, or a formula in `lane`. */
import { LANES } from '../../base/hardware.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { index, wholeNumbers } from './index-formula.ts';

const NUMBER = /^(0[xX][\da-fA-F]+|\d+)$/;

/** 32 byte offsets as numbers, '-' for an idle lane, or as a formula in `lane`. Lanes that are not named are idle. */
export function laneOffsets(text: string): Result<(number | null)[], string> {
  const words = text.split(/[\s,;]+/).filter(Boolean);
  const isList = words.length > 1 && words.every(word => word === '-' || NUMBER.test(word));
  if (isList) {
    if (words.length > LANES) return err(`${words.length} numbers; a warp has ${LANES} lanes`);
    return ok(Array.from({ length: LANES }, (_, lane) => listedOffset(words[lane])));
  }
  const values = wholeNumbers(text, { lane: index }, LANES);
  if (!values.ok) return err(`${values.error.message} (column ${values.error.column})`);
  const negative = values.value.findIndex(value => value < 0);
  return negative < 0 ? values : err(`lane ${negative}: ${values.value[negative]} lies before the start`);
}

const listedOffset = (word: string | undefined): number | null =>
  word === undefined || word === '-' ? null : Number(word);
