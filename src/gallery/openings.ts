/** States in which a page shows its point, where that is not its plain address: menus and lists of pages lead to them. */
import type { FlatSearch } from '../state/link-codec.ts';

/** Large enough that times differ by more than a launch costs. */
const TIMED: FlatSearch = { rows: '4096', columns: '4096' };

/** By the kernel's id. */
export const KERNEL_OPENINGS: Readonly<Record<string, FlatSearch>> = { transpose: TIMED };

/** The first eight of sixteen steps: bars wide enough for their names. [clk] */
export const PIPELINE_OPENING: FlatSearch = { window: '0_13500' };
