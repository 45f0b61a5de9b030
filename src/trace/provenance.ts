/** Where a measured number comes from (rule T12). */
import type { RunRecord } from './run-record.ts';

/** '2026-11-20 22:47:51': the time is UTC's, as it was written down. */
export const utcSecond = (date: string): string => date.slice(0, 19).replace('T', ' ');

/** 'NVIDIA H200 (card 52ec9c3f4b42, 132 SMs, L2 60 MiB), driver 580.159.04, nvcc 13.0.88, 2026-11-20'. */
export const machineWords = ({ gpu, card, driver, toolkit, date }: RecordedMachine): string =>
  [card === undefined ? gpu : `${gpu} (${cardWords(card)})`, `driver ${driver}`, `nvcc ${toolkit}`, date].join(', ');

type Gpu = RunRecord['gpu'];

/** Where and when spans and counters were recorded. One file comes from one machine and one day. */
export interface RecordedMachine {
  readonly gpu: string;
  readonly driver: string;
  readonly toolkit: string;
  /** ISO date. */
  readonly date: string;
  /** Absent if it was not recorded which GPU of that name it was. */
  readonly card?: Omit<Gpu, 'name'>;
}

/** The first digits of a hash: enough to tell two cards, or two states of the sources, apart. */
export const hashWords = (hash: string): string => hash.slice(0, 12);

/** 'card 52ec9c3f4b42, 132 SMs, L2 60 MiB'. */
export const cardWords = ({ uuidHash, smCount, l2Bytes }: Pick<Gpu, 'uuidHash' | 'smCount' | 'l2Bytes'>): string =>
  `card ${hashWords(uuidHash)}, ${smCount} SMs, L2 ${l2Bytes / 2 ** 20} MiB`;

/** 'NVIDIA H200 (card 52ec9c3f4b42, 132 SMs, L2 60 MiB)'. */
export const gpuWords = (gpu: Gpu): string => `${gpu.name} (${cardWords(gpu)})`;

/** 'driver 580.126.20, nvcc 13.0.88, 2026-11-20 22:47:51 UTC'. */
export const runWords = ({ driver, nvcc, date }: RunRecord): string =>
  [...(driver === '' ? [] : [`driver ${driver}`]), `nvcc ${nvcc}`, `${utcSecond(date)} UTC`].join(', ');

/** Origin of a whole comparison. It names no source hash, since each variant has its own. */
export const comparisonWords = (record: RunRecord): string => `${gpuWords(record.gpu)}, ${runWords(record)}`;

/** Origin of one variant's number. */
export const provenanceOf = (record: RunRecord): string =>
  `${comparisonWords(record)}, sources ${hashWords(record.sourceHash)}`;
