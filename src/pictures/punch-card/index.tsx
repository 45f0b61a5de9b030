/** One request by lanes (or wavefronts) and banks, on the page. */
import { Picture } from '../picture.tsx';
import type { PictureProps } from '../props.ts';
import type { PunchCardRecords } from '../records.ts';
import { punchCardFigure } from './figure.ts';

export const PunchCard = (props: PictureProps<PunchCardRecords>) => <Picture {...props} figureOf={punchCardFigure} />;
