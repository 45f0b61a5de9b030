/** Table of the roles that were found, their warps, and their places in the source. */
import { MISSING } from '../../../../base/numbers.ts';
import { DataTable } from '../../../../panels/kit/data-table.tsx';
import type { Column } from '../../../../panels/kit/table-columns.ts';
import type { FoundRole } from '../../../../services/emulator/replay-job.ts';
import type { Scenario } from '../../../../trace/scenario.ts';

interface FoundRolesProps {
  readonly roles: readonly FoundRole[];
  readonly scenario: Scenario;
}

export const FoundRoles = ({ roles, scenario }: FoundRolesProps) => (
  <DataTable
    caption="Roles, as their events tell them"
    columns={COLUMNS}
    rows={roles.map(role => ({ ...role, does: deedsOf(scenario, role.name) }))}
    rowKey={({ name }) => name}
  />
);

type Row = FoundRole & { readonly does: string };

const COLUMNS: readonly Column<Row>[] = [
  { key: 'role', name: 'role', isText: true, cell: ({ name }) => <strong>{name}</strong> },
  { key: 'warps', name: 'warps', isText: true, cell: ({ warps }) => rangesOf(warps) },
  { key: 'does', name: 'does', isText: true, cell: ({ does }) => does || MISSING },
  { key: 'function', name: 'in', isText: true, cell: role => (role.function ? <code>{role.function}</code> : MISSING) },
  { key: 'lines', name: 'lines', isText: true, cell: ({ lines }) => (lines ? linesText(lines) : MISSING) },
];

const linesText = ({ from, to }: NonNullable<FoundRole['lines']>): string =>
  from === to ? `${from}` : `${from}–${to}`;

/** '0–3, 8'. */
function rangesOf(warps: readonly number[]): string {
  const runs: number[][] = [];
  for (const warp of warps) {
    if (runs.at(-1)?.at(-1) === warp - 1) runs.at(-1)!.push(warp);
    else runs.push([warp]);
  }
  return runs.map(run => (run.length === 1 ? `${run[0]}` : `${run[0]}–${run.at(-1)}`)).join(', ');
}

const DEEDS = [
  ['copies', ['copy', 'copyAsync']],
  ['multiplies', ['mma']],
  ['stores', ['store']],
  ['waits', ['wait', 'barSync']],
] as const;

function deedsOf({ roles }: Scenario, name: string): string {
  const done = new Set<string>(roles.find(role => role.name === name)?.steps.map(step => step.do));
  return DEEDS.flatMap(([word, steps]) => (steps.some(step => done.has(step)) ? word : [])).join(', ');
}
