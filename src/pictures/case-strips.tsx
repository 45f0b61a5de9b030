/** Rates case by case, a strip for each strategy, on the page. */
import { caseStripsFigure } from './case-strips.figure.ts';
import type { CaseStripsRecords } from './case-strips.records.ts';
import { Picture } from './picture.tsx';
import type { PictureProps } from './props.ts';

/** Its cells are cases and no elements: give it a selection of its own. */
export const CaseStrips = (
  props: Pick<
    PictureProps<CaseStripsRecords>,
    'records' | 'theme' | 'source' | 'textScale' | 'strokeScale' | 'selection' | 'onSelect'
  >,
) => <Picture {...props} figureOf={caseStripsFigure} />;
