/** How full the warps were, by source line or by PTX instruction, and by class of instruction. */
import { useMemo, useState } from 'react';
import { type ExecutionLine, executionsByClass } from '../../../model/profile/execution-lines.ts';
import { Segments } from '../../../panels/kit/choice-fields.tsx';
import { ExportMenu } from '../../../panels/kit/export-menu.tsx';
import { FILE_PX, pictureItems, tableItems } from '../../../panels/kit/exports.ts';
import { usePictureScale } from '../../../panels/use-picture-scale.ts';
import { divergenceFigure } from '../../../pictures/divergence/figure.ts';
import { Divergence } from '../../../pictures/divergence/index.tsx';
import type { DivergenceRecords } from '../../../pictures/records.ts';
import type { Theme } from '../../../pictures/theme.ts';
import { defaultView, type Highlight } from '../../../pictures/view.ts';
import { fileStem } from '../findings/finding-files.ts';
import type { ShownResult } from '../run.ts';
import { isSameFile } from '../source/source-names.ts';
import { classTable, divergenceRecords, type ProfiledLines, profiledLines } from './divergence-records.ts';
import css from './results.module.css';
import type { RunTabProps } from './run-tab.ts';

const BY = [
  { value: 'source', label: 'By source line' },
  { value: 'ptx', label: 'By PTX instruction' },
] as const;

type By = DivergenceRecords['by'];

export function DivergenceTab(props: RunTabProps) {
  const { inspection } = props.result;
  const hasSource = inspection.profile.instructions.some(({ line }) => line > 0);
  const [wanted, setBy] = useState<By>('source');
  return (
    <>
      {hasSource && <Segments label="Lines" options={BY} value={wanted} onChange={setBy} />}
      <DivergenceBy {...props} by={hasSource ? wanted : 'ptx'} />
    </>
  );
}

function DivergenceBy({ result, selection, letter, onSelect, theme, by }: RunTabProps & { readonly by: By }) {
  const lines = useMemo(() => profiledLines(result.inspection.profile, by), [result, by]);
  const records = useMemo(() => divergenceRecords(lines, result), [lines, result]);
  const pick = (cell: Cell): void => {
    const at = cell === null ? undefined : lines.lines[cell.row];
    const ptxLine = by === 'ptx' ? (at?.ptxLine ?? 0) : 0;
    onSelect(at === undefined ? null : { letter, file: at.file, line: at.line, ptxLine });
  };
  const shown = { theme, source: 'emulated', records, ...usePictureScale() } as const;
  return (
    <>
      <div className={`row wrap ${css.head}`}>
        <p className="caption">Counted in PTX: ptxas may merge, predicate or drop instructions.</p>
        <ExportMenu items={exportItems(records, result, theme)} />
      </div>
      <Divergence {...shown} selection={cellOf(lines, selection)} onSelect={pick} />
    </>
  );
}

type Cell = NonNullable<Highlight>['cell'];

function cellOf({ lines, by }: ProfiledLines, selection: RunTabProps['selection']): Cell {
  if (selection === null) return null;
  const isChosen =
    by === 'ptx'
      ? ({ ptxLine }: ExecutionLine) => ptxLine > 0 && ptxLine === selection.ptxLine
      : ({ file, line }: ExecutionLine) => line === selection.line && isSameFile(file, selection.file);
  const row = lines.findIndex(isChosen);
  return row < 0 ? null : { row, column: 0 };
}

function exportItems(records: DivergenceRecords, { inspection, document: { title } }: ShownResult, theme: Theme) {
  const name = `${fileStem(title)}-divergence`;
  const figure = () => divergenceFigure(records, defaultView(theme, 'emulated', FILE_PX));
  const file = () => ({
    name,
    title: `${title}: divergence`,
    description: 'Mean active lanes of a warp by line; PTX instructions are counted, not machine code.',
    theme,
    columns: [{ letter: null, title, note: '', figures: [figure()] }],
    unbanked: true,
  });
  return [
    ...pictureItems('Picture', file),
    ...tableItems('Lines', 'a row each', () => ({ name: name, table: () => figure().table() })),
    ...tableItems('Classes', 'a row each', () => ({
      name: `${name}-classes`,
      table: () => classTable(executionsByClass(inspection.profile)),
    })),
  ];
}
