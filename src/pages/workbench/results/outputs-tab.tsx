/** What the run left in the launch's buffers, and whether it is what the document expects. */
import { Check, X } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { valueText } from '../../../model/values/value-text.ts';
import { ChoiceList } from '../../../panels/choice-list.tsx';
import controls from '../../../panels/controls.module.css';
import { ExportMenu } from '../../../panels/export-menu.tsx';
import { Segments } from '../../../panels/fields.tsx';
import { count } from '../../../panels/numbers.ts';
import { defaultView } from '../../../pictures/view.ts';
import { elementAt } from '../../../trace/launch-bytes.ts';
import { fileStem } from '../findings/finding-files.ts';
import { readModule } from '../module-reading.ts';
import { type BufferCheck, type BufferView, buffersOf, checkOf, elementTable, guessedColumns } from './buffer-list.ts';
import { type BufferLook, BufferPicture, type BufferPictureProps, bufferFigure } from './buffer-pictures.tsx';
import { bytesItem, FILE_PX, pictureItems, tableItems } from './export-items.ts';
import css from './results.module.css';
import type { DoneRun, RunTabProps } from './run-tab.ts';

export function OutputsTab({ run, theme }: RunTabProps) {
  const buffers = useMemo(() => buffersOf(run.inspection.emulation.buffers, run.document), [run]);
  const [name, setName] = useState<string | null>(null);
  const buffer = buffers.find(of => of.name === name) ?? buffers[0];
  if (buffer === undefined)
    return <p className={css.note}>The launch has no buffers: the run left nothing to look at.</p>;
  return (
    <>
      {buffers.length > 1 && (
        <div className={css.wide}>
          <ChoiceList
            label="Buffer"
            value={buffer.name}
            values={buffers.map(of => of.name)}
            labels={buffers.map(of => `${of.name}: ${count(of.length)} ${of.type}`)}
            onChange={setName}
          />
        </div>
      )}
      <OneBuffer key={buffer.name} buffer={buffer} run={run} theme={theme} />
    </>
  );
}

const LOOKS: readonly { readonly value: BufferLook; readonly label: string }[] = [
  { value: 'values', label: 'Values' },
  { value: 'check', label: 'Check' },
  { value: 'histogram', label: 'Histogram' },
  { value: 'bytes', label: 'Bytes' },
  { value: 'list', label: 'List' },
];

interface OneBufferProps extends Pick<RunTabProps, 'run' | 'theme'> {
  readonly buffer: BufferView;
}

function OneBuffer({ buffer, run, theme }: OneBufferProps) {
  const checked = useMemo(() => checkOf(buffer, run.document, parameterNames(run)), [buffer, run]);
  const check = checked?.ok ? checked.value : null;
  const [chosen, setLook] = useState<BufferLook>('values');
  const [columns, setColumns] = useState(() => guessedColumns(buffer.length));
  const looks = LOOKS.filter(({ value }) => value !== 'check' || check !== null);
  const look = looks.some(({ value }) => value === chosen) ? chosen : 'values';
  const picture = { buffer, check, look, columns };
  return (
    <>
      {checked !== null && !checked.ok && (
        <p className={css.problem} role="alert">
          The expectation cannot be checked: {checked.error.field}: {checked.error.message}
        </p>
      )}
      {check !== null && <Verdict buffer={buffer} check={check} />}
      <Segments label="Shown as" options={looks} value={look} onChange={setLook} />
      <div className={css.head}>
        {look === 'values' || look === 'check' ? (
          <ColumnsField columns={columns} length={buffer.length} onColumns={setColumns} />
        ) : (
          <p />
        )}
        <ExportMenu items={exportItems(picture, run, theme)} />
      </div>
      <BufferPicture {...picture} theme={theme} />
    </>
  );
}

/** As the formulas of expectations name them. */
function parameterNames({ ptx, document }: DoneRun): readonly string[] {
  const outline = readModule(ptx, document.source.language === 'cuda' ? document.source.text : '');
  if (!outline.ok) return [];
  const { entries } = outline.value;
  const { entry } = document.launch;
  const called = entries.find(({ name, plainName }) => name === entry || plainName === entry) ?? entries[0];
  return called?.params.map(({ name }) => name) ?? [];
}

function Verdict({ buffer, check }: { readonly buffer: BufferView; readonly check: BufferCheck }) {
  const { wrong, unwritten, firstWrong } = check;
  if (firstWrong === null)
    return (
      <p className={css.verdict} data-tone="ok">
        <Check size={16} strokeWidth={2} aria-hidden /> All {count(buffer.length)} elements are as expected.
      </p>
    );
  const found = valueText(elementAt(buffer.bytes, buffer.type, firstWrong), buffer.type);
  const never = unwritten === 0 ? '' : `, ${count(unwritten)} of them never written`;
  return (
    <p className={css.verdict} data-tone="conflict">
      <X size={16} strokeWidth={2} aria-hidden />
      <span>
        {count(wrong)} of {count(buffer.length)} are wrong{never}. The first is{' '}
        <code>
          {buffer.name}[{firstWrong}]
        </code>
        : found <code>{found}</code>, expected <code>{check.expectedAt(firstWrong)}</code>.
      </span>
    </p>
  );
}

interface ColumnsFieldProps {
  readonly columns: number;
  readonly length: number;
  readonly onColumns: (columns: number) => void;
}

/** A width that cannot be stays in the field only. */
function ColumnsField({ columns, length, onColumns }: ColumnsFieldProps) {
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const enter = (text: string) => {
    const width = Number(text);
    const isFine = text.trim() !== '' && Number.isInteger(width) && width >= 1 && width <= Math.max(1, length);
    setDraft(isFine ? null : text);
    if (isFine) onColumns(width);
  };
  return (
    <p className={css.steps}>
      <label htmlFor={id}>Columns</label>
      <input
        id={id}
        className={controls.number}
        inputMode="numeric"
        value={draft ?? columns}
        aria-invalid={draft !== null}
        onChange={event => enter(event.target.value)}
        onBlur={() => setDraft(null)}
      />
    </p>
  );
}

function exportItems(picture: BufferPictureProps, { document }: DoneRun, theme: RunTabProps['theme']) {
  const { buffer, check } = picture;
  const name = `${fileStem(document.title)}-${fileStem(buffer.name)}`;
  const file = () => ({
    name,
    title: `${document.title}: ${buffer.name}`,
    description: `${count(buffer.length)} elements of ${buffer.type}`,
    theme,
    columns: [
      {
        letter: null,
        title: buffer.name,
        note: '',
        figures: [bufferFigure(picture, defaultView(theme, 'emulated', FILE_PX))],
      },
    ],
    unbanked: true,
  });
  return [
    ...pictureItems('Picture', file),
    ...tableItems('Elements', name, () => elementTable(buffer, check)),
    bytesItem(name, buffer.bytes),
  ];
}
