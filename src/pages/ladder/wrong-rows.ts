/** The versions that are wrong on purpose, and what is found in each. */
import { variants } from '../../kernels/attention/variants.ts';

export const WRONG = variants.flatMap(variant => ('mustFail' in variant ? [variant] : []));
export type Wrong = (typeof WRONG)[number];

export const FOUND: Readonly<Record<Wrong['mustFail'], string>> = {
  wrongAnswer: 'wrong elements of O',
  race: 'a race: keys overwritten while a product reads them',
  deadlock: 'a deadlock, with who waits for whom',
  missingFence: 'a missing proxy fence, at its line',
  missingWait: 'a copy into bytes whose last copy nobody has waited for',
};

export const wrongWords = ({ summary }: Wrong): string => summary.replace('Known wrong: ', '');
