/** Launches of GEMM's versions that are asked which addresses of shared memory their lanes use. */
import { type KernelRun, kernelRuns } from '../replay-launch.ts';

/** Verbs that note addresses, in front of those that a kernel calls. */
export const PROBES = 'cuda/probes/gemm-addresses.cuh';

/** `struct LaneLog` of it. */
export const PLACES = 512;
export const THREADS = 384;
export const LOG_BYTES = THREADS * 4 * (1 + PLACES);

/** Those that move operands or results through shared memory lane by lane: wgmma and the copy engine have no lanes. */
const ASKED = /^gemm (v0-cp-async|v1-tma|v2-warp-specialized|v4-persistent) (deep|ragged|corner|small-tile)$/;

export const addressRuns = (): KernelRun[] => kernelRuns().filter(({ id }) => ASKED.test(id));

/** Of files in the job. */
export const fileOf = ({ id }: KernelRun): string => id.replaceAll(' ', '-');
