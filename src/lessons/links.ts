/** Links that the steps of lessons are made of. */
import type { FlatSearch } from '../state/link-codec.ts';
import type { PageLink, PlainPath } from '../state/page-address.ts';
import type { LessonStep } from './lesson.ts';
import { TASKS, type TaskId } from './tasks.ts';

export const kernelAt = (kernel: string, search: FlatSearch): PageLink => ({
  to: '/banks/$kernel',
  params: { kernel },
  search,
});

export const pageAt = (to: PlainPath, search: FlatSearch = {}): PageLink => ({ to, search });

/** 32 addresses of one access; `widthBytes` a lane. */
export const probeAt = (table: string, widthBytes: 4 | 8 | 16 = 4): PageLink =>
  kernelAt('probe', { table, ...(widthBytes === 4 ? {} : { widthBytes: `${widthBytes}` }) });

export const transposeAt = (search: FlatSearch): PageLink => kernelAt('transpose', search);

/** The end of a lesson. */
export const fixIt = (task: TaskId): LessonStep => ({
  link: pageAt('/workbench', { task }),
  say: TASKS[task].say,
  task,
  notes: `Change what is marked YOURS, run it, and look at what is found. ${TASKS[task].hint}`,
});
