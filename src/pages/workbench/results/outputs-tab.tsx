/** Contents of the launch's buffers after the run, compared with the document's expectations. */
import { useMemo, useState } from 'react';
import type { FieldError } from '../../../base/field-error.ts';
import { count } from '../../../base/numbers.ts';
import { Segments, SelectField } from '../../../panels/kit/choice-fields.tsx';
import { NumberField } from '../../../panels/kit/draft-fields.tsx';
import { ExportMenu } from '../../../panels/kit/export-menu.tsx';
import { FILE_PX, fileItem, pictureItems, tableItems } from '../../../panels/kit/exports.ts';
import { defaultView } from '../../../pictures/view.ts';
import { fileStem } from '../findings/finding-files.ts';
import { useLaunchAnswer } from '../gpu-runs.ts';
import { outputChecks } from '../output-checks.ts';
import type { ShownResult } from '../run.ts';
import { type BufferView, buffersOf, elementTable, guessedColumns } from './buffer-list.ts';
import { type BufferLook, BufferPicture, type BufferPictureProps, bufferFigure } from './buffer-pictures.tsx';
import { BufferVerdict } from './buffer-verdict.tsx';
import { MeasuredTable } from './measured-table.tsx';
import css from './results.module.css';
import type { RunTabProps } from './run-tab.ts';

export function OutputsTab({ letter, result, theme }: RunTabProps) {
  const buffers = useMemo(() => buffersOf(result.inspection.emulation.buffers, result.document), [result]);
  const now = useLaunchAnswer(letter);
  const [name, setName] = useState<string | null>(null);
  const { launch, capture } = result.document;
  // Of a capture's buffers, which are in the order of their addresses, the first that the GPU changed.
  const first = capture && launch.buffers.find(({ output }) => output)?.name;
  const buffer = buffers.find(of => of.name === (name ?? first)) ?? buffers[0];
  if (buffer === undefined) return <p className="caption">The launch has no buffers, so the run left no output.</p>;
  return (
    <>
      {capture && <MeasuredTable {...{ result, capture, now }} buffer={buffer.name} onBuffer={setName} />}
      {buffers.length > 1 && (
        <div className={css.wide}>
          <SelectField
            label="Buffer"
            value={buffer.name}
            options={buffers.map(of => ({ value: of.name, label: `${of.name}: ${count(of.length)} ${of.type}` }))}
            onChange={setName}
          />
        </div>
      )}
      <OneBuffer key={buffer.name} buffer={buffer} result={result} theme={theme} />
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

interface OneBufferProps extends Pick<RunTabProps, 'result' | 'theme'> {
  readonly buffer: BufferView;
}

function OneBuffer({ buffer, result, theme }: OneBufferProps) {
  const checked = outputChecks(result).find(of => of.buffer.name === buffer.name)?.checked ?? null;
  const check = checked?.ok ? checked.value : null;
  const [chosen, setLook] = useState<BufferLook>('values');
  const [columns, setColumns] = useState(() => guessedColumns(buffer.length));
  const looks = LOOKS.filter(({ value }) => value !== 'check' || check !== null);
  const look = looks.some(({ value }) => value === chosen) ? chosen : 'values';
  const picture = { buffer, check, look, columns };
  const isMatrix = look === 'values' || look === 'check';
  return (
    <>
      {checked === null && <NotExpected buffer={buffer} />}
      {checked?.ok === false && <Unchecked error={checked.error} />}
      {check !== null && <BufferVerdict {...{ buffer, check }} isMeasured={result.document.capture !== undefined} />}
      <Segments label="Shown as" options={looks} value={look} onChange={setLook} />
      <div className={`row wrap ${css.head}`}>
        {isMatrix ? (
          <NumberField label="Columns" value={columns} min={1} max={Math.max(1, buffer.length)} onChange={setColumns} />
        ) : (
          <p />
        )}
        <ExportMenu items={exportItems(picture, result, theme)} />
      </div>
      <BufferPicture {...picture} theme={theme} />
    </>
  );
}

const NotExpected = ({ buffer: { name } }: { readonly buffer: BufferView }) => (
  <p className="caption">
    Nothing is expected of <code>{name}</code> yet. Under “Expected outputs” in the launch, a formula or a file can say
    what it should hold.
  </p>
);

const Unchecked = ({ error: { message } }: { readonly error: FieldError }) => (
  <p className="tinted" data-tone="warn" role="alert">
    The expected values cannot be compared: {message}
  </p>
);

function exportItems(picture: BufferPictureProps, { document }: ShownResult, theme: RunTabProps['theme']) {
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
    ...tableItems('Elements', 'a row each', () => ({ name: name, table: () => elementTable(buffer, check) })),
    fileItem('Raw bytes', 'lowest address first', () => ({
      name: `${name}.bin`,
      blob: new Blob([buffer.bytes.slice()], { type: 'application/octet-stream' }),
    })),
  ];
}
