/** Shared memory by lines and banks, on the page. */

import { bankMapFigure } from './bank-map.figure.ts';
import { Picture } from './picture.tsx';
import type { PictureProps } from './props.ts';
import type { BankMapRecords } from './records.ts';

export const BankMap = (props: PictureProps<BankMapRecords>) => <Picture {...props} figureOf={bankMapFigure} />;
