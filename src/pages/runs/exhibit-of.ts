/** Link to the exhibit of a run's variant, with the run's parameters. */
import type { PageLink } from '../../state/page-address.ts';
import type { RunRecord } from '../../trace/run-record.ts';

export function exhibitOf(kernel: string, { variant, params }: Pick<RunRecord, 'variant' | 'params'>): PageLink {
  const texts = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
  return { to: '/banks/$kernel', params: { kernel }, search: { v: variant, ...texts } };
}
