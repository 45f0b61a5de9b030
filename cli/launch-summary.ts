/** What `lanescape emulate` says about a run: as JSON and as text. */
import { createHash } from 'node:crypto';
import type { GlobalTotals, SharedTotals } from '../src/model/banks/trace-summary.ts';
import type { AccessKind } from '../src/trace/access-trace.ts';
import type { Fault } from '../src/trace/fault.ts';
import { faultFindings, findingText } from './finding.ts';
import type { LaunchRun } from './launch-run.ts';
import { type Cell, textTable } from './table.ts';

/** Matrix loads and stores count as loads and stores; atomics and asynchronous copies only appear where there are any. */
const DIRECTIONS: readonly {
  readonly name: string;
  readonly kinds: readonly AccessKind[];
  readonly always: boolean;
}[] = [
  { name: 'load', kinds: ['load', 'ldmatrix'], always: true },
  { name: 'store', kinds: ['store', 'stmatrix'], always: true },
  { name: 'atomic', kinds: ['atomic'], always: false },
  { name: 'copy', kinds: ['copy'], always: false },
];

type SharedSum = Pick<SharedTotals, 'requests' | 'wavefronts' | 'ideal'>;
type GlobalSum = Pick<GlobalTotals, 'requests' | 'sectors' | 'ideal'>;

export interface LaunchSummary {
  readonly ok: boolean;
  /** Warp instructions. */
  readonly instructions: number;
  readonly shared: Readonly<Record<string, SharedSum>>;
  readonly global: Readonly<Record<string, GlobalSum>>;
  /** Every buffer, in the launch's order, with the hash of its final bytes. */
  readonly buffers: readonly { readonly name: string; readonly sha256: string }[];
  readonly faults: readonly Fault[];
}

export function launchSummary({ launch, result, summary }: LaunchRun): LaunchSummary {
  return {
    ok: result.ok,
    instructions: result.warpInstructions,
    shared: byDirection(summary.shared, ['requests', 'wavefronts', 'ideal']),
    global: byDirection(summary.global, ['requests', 'sectors', 'ideal']),
    buffers: launch.buffers.map(({ name }) => ({ name, sha256: sha256(result.buffers.get(name)!) })),
    faults: result.faults,
  };
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Sums the columns of the kinds that make one direction. */
function byDirection<K extends string>(
  totals: Readonly<Record<AccessKind, Readonly<Record<K, number>>>>,
  columns: readonly K[],
): Record<string, Record<K, number>> {
  const entries = DIRECTIONS.map(({ name, kinds, always }) => {
    const sums = columns.map(column => [column, kinds.reduce((sum, kind) => sum + totals[kind][column], 0)]);
    return { name, always, sums: Object.fromEntries(sums) as Record<K, number> & { requests: number } };
  });
  return Object.fromEntries(entries.filter(e => e.always || e.sums.requests > 0).map(({ name, sums }) => [name, sums]));
}

export function summaryText(summary: LaunchSummary, ptxPath: string): string {
  const accesses: Cell[][] = [
    ...Object.entries(summary.shared).map(([name, s]) => [
      `shared ${name}`,
      s.requests,
      s.wavefronts,
      'wavefronts',
      s.ideal,
    ]),
    ...Object.entries(summary.global).map(([name, s]) => [`global ${name}`, s.requests, s.sectors, 'sectors', s.ideal]),
  ];
  return [
    `${summary.ok ? 'ok' : 'faulted'}: ${summary.instructions} warp instructions\n`,
    textTable(['access', 'requests', 'cost', 'in', 'ideal'], accesses),
    textTable(
      ['buffer', 'sha256'],
      summary.buffers.map(({ name, sha256 }) => [name, sha256]),
    ),
    faultFindings(summary.faults, ptxPath)
      .map(finding => `${findingText(finding)}\n`)
      .join(''),
  ]
    .filter(part => part !== '')
    .join('\n');
}
