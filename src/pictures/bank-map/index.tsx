/** Shared memory by lines and banks, on the page. */

import { Picture } from '../picture.tsx';
import type { PictureProps } from '../props.ts';
import type { BankMapRecords } from '../records.ts';
import { bankMapFigure } from './figure.ts';

export const BankMap = (props: PictureProps<BankMapRecords>) => <Picture {...props} figureOf={bankMapFigure} />;
