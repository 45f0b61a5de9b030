/** When a lane did something: the clock of its warp, and which lane. Clock * 64 + lane; 0 = never. */

export const LANE_BITS = 6;
/** In place of a lane: several of them. */
export const SEVERAL = 32;

/** Of lane 0. */
export const epochAt = (clock: number): number => clock << LANE_BITS;
export const clockOf = (epoch: number): number => epoch >>> LANE_BITS;
/** The same time, of no single lane. */
export const ofSeveral = (epoch: number): number => epochAt(clockOf(epoch)) | SEVERAL;
export const laneOf = (epoch: number): number => epoch & (2 ** LANE_BITS - 1);
/** As a mask; of several it is not known which. */
export const lanesOf = (epoch: number): number => (laneOf(epoch) === SEVERAL ? -1 : 1 << laneOf(epoch));
