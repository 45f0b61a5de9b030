/** Rates case by case, a strip for each strategy, on the page. */

import { Picture } from '../picture.tsx';
import type { PictureProps } from '../props.ts';
import { caseStripsFigure } from './figure.ts';
import type { CaseStripsRecords } from './records.ts';

/** Its cells are cases and no elements: give it a selection of its own. */
export const CaseStrips = (
  props: Pick<
    PictureProps<CaseStripsRecords>,
    'records' | 'theme' | 'source' | 'textScale' | 'strokeScale' | 'selection' | 'onSelect'
  >,
) => <Picture {...props} figureOf={caseStripsFigure} />;
