/** How tall cells may be drawn: most of the window, so that a whole panel is seen at once. */
import { useScreenHeight } from '../../panels/use-tile-height.ts';

const SHARE = 0.55;
const LEAST_PX = 260;

export const useStageHeight = (): number => Math.max(LEAST_PX, Math.round(useScreenHeight() * SHARE));
