/** Where a run's variant is drawn, with the run's parameters. */
import type { RunRecord } from '../../trace/run-record.ts';

export function exhibitOf(kernel: string, { variant, params }: Pick<RunRecord, 'variant' | 'params'>) {
  const texts = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
  return { to: '/banks/$kernel', params: { kernel } as never, search: { v: variant, ...texts } as never } as const;
}
