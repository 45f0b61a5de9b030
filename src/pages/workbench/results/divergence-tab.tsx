/** How full the warps were, by source line or by PTX instruction, and by class of instruction. */
import { useMemo, useState } from 'react';
import { executionsByClass } from '../../../model/profile/execution-lines.ts';
import { ExportMenu } from '../../../panels/export-menu.tsx';
import { Segments } from '../../../panels/fields.tsx';
import { usePictureScale } from '../../../panels/use-picture-scale.ts';
import { divergenceFigure } from '../../../pictures/divergence.figure.ts';
import { Divergence } from '../../../pictures/divergence.tsx';
import type { DivergenceRecords } from '../../../pictures/records.ts';
import { defaultView, type Highlight } from '../../../pictures/view.ts';
import { fileStem } from '../findings/finding-files.ts';
import { classTable, divergenceRecords, type ProfiledLines, profiledLines } from './divergence-records.ts';
import { FILE_PX, pictureItems, tableItems } from './export-items.ts';
import css from './results.module.css';
import type { RunTabProps } from './run-tab.ts';

const BY = [
  { value: 'source', label: 'By source line' },
  { value: 'ptx', label: 'By PTX instruction' },
] as const;

export function DivergenceTab({ run, selection, letter, onSelect, theme }: RunTabProps) {
  const { inspection, document } = run;
  const hasSource = inspection.profile.instructions.some(({ line }) => line > 0);
  const [wanted, setBy] = useState<'source' | 'ptx'>('source');
  const by = hasSource ? wanted : 'ptx';
  const lines = useMemo(() => profiledLines(inspection.profile, by), [inspection, by]);
  const records = useMemo(() => divergenceRecords(lines, run), [lines, run]);
  const pick = (cell: NonNullable<Highlight>['cell']) => {
    const at = cell === null ? undefined : lines.lines[cell.row];
    onSelect(
      at === undefined ? null : { letter, file: at.file, line: at.line, ptxLine: by === 'ptx' ? at.ptxLine : 0 },
    );
  };
  const name = `${fileStem(document.title)}-divergence`;
  return (
    <>
      {hasSource && <Segments label="Lines" options={BY} value={by} onChange={setBy} />}
      <div className={css.head}>
        <p className={css.note}>Counted in PTX: ptxas may merge, predicate or drop instructions.</p>
        <ExportMenu
          items={[
            ...pictureItems('Picture', () => pictureOf(records, name, document.title, theme)),
            ...tableItems('Lines', name, () =>
              divergenceFigure(records, defaultView(theme, 'emulated', FILE_PX)).table(),
            ),
            ...tableItems('Classes', `${name}-classes`, () => classTable(executionsByClass(inspection.profile))),
          ]}
        />
      </div>
      <Divergence
        {...usePictureScale()}
        theme={theme}
        source="emulated"
        records={records}
        selection={cellOf(lines, selection)}
        onSelect={pick}
      />
    </>
  );
}

function cellOf({ lines, by }: ProfiledLines, selection: RunTabProps['selection']) {
  if (selection === null) return null;
  const row = lines.findIndex(line =>
    by === 'ptx'
      ? selection.ptxLine > 0 && line.ptxLine === selection.ptxLine
      : selection.line > 0 && line.line === selection.line && line.file === selection.file,
  );
  return row < 0 ? null : { row, column: 0 };
}

const pictureOf = (records: DivergenceRecords, name: string, title: string, theme: RunTabProps['theme']) => ({
  name,
  title: `${title}: divergence`,
  description: 'Mean active lanes of a warp by line; PTX instructions are counted, not machine code.',
  theme,
  columns: [
    { letter: null, title, note: '', figures: [divergenceFigure(records, defaultView(theme, 'emulated', FILE_PX))] },
  ],
  unbanked: true,
});
