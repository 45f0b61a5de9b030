/** What ncu writes with `--csv --page raw`: names, units, then one line per launch in their order. */

/** Of one launch: a counter's value, or the kernel's name, by the name of the column. */
export type ProfiledLaunch = (column: string) => string;

/** Counters of a launch's requests, all warps together: wavefronts of shared memory, sectors of global memory. */
export const SHARED_WAVEFRONTS = 'l1tex__data_pipe_lsu_wavefronts_mem_shared';
export const GLOBAL_SECTORS = 'l1tex__t_sectors_pipe_lsu_mem_global';

export function profiledLaunches(csv: string): ProfiledLaunch[] {
  const [names, , ...launches] = csv
    .split('\n')
    .filter(line => line.startsWith('"'))
    .map(line => line.trim().slice(1, -1).split('","'));
  return launches.map(values => column => values[names.indexOf(column)]);
}

export const countOf = (launch: ProfiledLaunch, counter: string): number => Number(launch(counter).replaceAll(',', ''));
