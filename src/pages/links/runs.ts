/** The page's whole state as a flat record of strings. What does not fit falls back to its default. */
import type { FlatSearch } from '../../state/exhibit-search.ts';

export interface RunsState {
  readonly show: 'runs' | 'builds';
  readonly kernel: string;
  /** '' is any, in each of the filters. */
  readonly gpu: string;
  readonly method: '' | 'cold' | 'steady';
  readonly origin: '' | 'own' | 'recorded';
  /** As `problemKey` writes it. */
  readonly problem: string;
  /** Ids of the one or two that are open. */
  readonly comparison: readonly string[];
}

export const DEFAULT_KERNEL = 'transpose';
export const MAX_OPEN = 2;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const choice = <T extends string>(text: string | undefined, values: readonly T[]): T =>
  values.find(value => value === text) ?? values[0];

export const decodeRuns = (search: FlatSearch): RunsState => ({
  show: choice(search.show, ['runs', 'builds']),
  kernel: /^[a-z0-9-]{1,64}$/.test(search.kernel ?? '') ? search.kernel : DEFAULT_KERNEL,
  gpu: search.gpu ?? '',
  method: choice(search.method, ['', 'cold', 'steady']),
  origin: choice(search.origin, ['', 'own', 'recorded']),
  problem: search.problem ?? '',
  comparison: (search.comparison ?? '')
    .split(',')
    .filter(id => UUID.test(id))
    .slice(0, MAX_OPEN),
});

/** What stands at its default is left out. */
export function encodeRuns({ show, kernel, comparison, ...filters }: RunsState): FlatSearch {
  const all = {
    show: show === 'runs' ? '' : show,
    kernel: kernel === DEFAULT_KERNEL ? '' : kernel,
    ...filters,
    comparison: comparison.join(','),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}
