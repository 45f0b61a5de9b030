/** The kernels that have a page of their own, by catalog id. */
import { exhibit as transpose } from '../../kernels/transpose/exhibit.tsx';
import type { Exhibit } from '../../panels/exhibit.ts';

export const exhibits: ReadonlyMap<string, Exhibit> = new Map([['transpose', transpose]]);
