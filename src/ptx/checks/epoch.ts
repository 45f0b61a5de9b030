/** When a lane did something: the clock of its warp, and which lane. Clock * 64 + lane; 0 = never. */

export const LANE_BITS = 6;
/** Stands in the lane's place for several lanes. */
export const SEVERAL = 32;
const LANE_MASK = 2 ** LANE_BITS - 1;

/** Epoch of lane 0. */
export const epochAt = (clock: number): number => clock << LANE_BITS;
export const clockOf = (epoch: number): number => epoch >>> LANE_BITS;
/** The same time, of no single lane. */
export const ofSeveral = (epoch: number): number => epochAt(clockOf(epoch)) | SEVERAL;
export const laneOf = (epoch: number): number => epoch & LANE_MASK;
/** Mask of the lanes; all bits if it is not known which of several lanes it was. */
export const lanesOf = (epoch: number): number => (laneOf(epoch) === SEVERAL ? -1 : 1 << laneOf(epoch));
