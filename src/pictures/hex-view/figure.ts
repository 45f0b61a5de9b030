/** The hex view in words: caption, lens, keyboard, table. */
import { addressText } from '../../base/numerals.ts';
import { valueText } from '../../model/values/value-text.ts';
import { ELEMENT_BYTES } from '../../trace/launch.ts';
import { elementAt } from '../../trace/launch-bytes.ts';
import { count } from '../address-text.ts';
import type { Caption, Figure } from '../figure.ts';
import { ELEMENT_UNWRITTEN, ELEMENT_WRONG, type HexRecords } from '../records.ts';
import type { Highlight, Mark, PictureView, Table } from '../view.ts';
import { boxOf, byteOf, hexScene, stateOf } from './draw.ts';
import { byteUnder, elementCount, elementOf, hexFrame, ROW_BYTES } from './frame.ts';

export function hexFigure(records: HexRecords, view: PictureView): Figure {
  const frame = hexFrame(records, view);
  const markOf = (highlight: Highlight): Mark | null => {
    const box = boxOf(frame, records, highlight);
    const byte = byteOf(highlight);
    return box === null || byte === null
      ? null
      : { highlight, box, lens: elementLens(records, elementOf(records, byte)), pickable: true };
  };
  return {
    ...captionOf(records),
    source: view.source,
    scene: hexScene(records, view),
    zoomable: null,
    handles: [],
    hit(x, y) {
      const byte = byteUnder(records, frame, x, y);
      return byte === null ? null : markOf(highlightOf(records, elementOf(records, byte)));
    },
    markOf,
    step: (highlight, dx, dy) => step(records, highlight, dx, dy),
    table: () => elementTable(records),
  };
}

/** All bytes of an element are one fact: the place of its first. */
function highlightOf({ type }: HexRecords, element: number): Highlight {
  const byte = element * ELEMENT_BYTES[type];
  return { cell: { row: Math.floor(byte / ROW_BYTES), column: byte % ROW_BYTES }, bank: null };
}

/** One element to the side, one row up or down; where that is out of sight, the page scrolls. */
function step(records: HexRecords, highlight: Highlight, dx: number, dy: number): Highlight {
  const elements = elementCount(records);
  if (elements === 0) return highlight;
  const perRow = ROW_BYTES / ELEMENT_BYTES[records.type];
  const byte = byteOf(highlight);
  const next = byte === null ? records.firstRow * perRow : elementOf(records, byte) + dx + dy * perRow;
  return highlightOf(records, Math.min(elements - 1, Math.max(0, next)));
}

const wrongOf = ({ check }: HexRecords, state: number): number =>
  check?.states.reduce((sum, at) => (at === state ? sum + 1 : sum), 0) ?? 0;

function captionOf(records: HexRecords): Caption {
  const { name, type, bytes, check } = records;
  const wrong = wrongOf(records, ELEMENT_WRONG);
  const unwritten = wrongOf(records, ELEMENT_UNWRITTEN);
  const size = `${bytes.length.toLocaleString('en-US')} B`;
  const faults = [
    ...(wrong > 0 ? [`${wrong.toLocaleString('en-US')} wrong`] : []),
    ...(unwritten > 0 ? [`${unwritten.toLocaleString('en-US')} never written`] : []),
  ];
  const verdict = check === null ? [] : faults.length === 0 ? ['all as expected'] : faults;
  return {
    title: 'Bytes',
    text: [`${name}, ${size}`, ...verdict].join('; '),
    detail: [
      `${size} of ${name}, ${count(elementCount(records), 'element')} of ${type}, 16 bytes a row, lowest address first`,
      ...verdict,
    ].join('; '),
    differing: '',
  };
}

const stateText = (state: number): string =>
  state === ELEMENT_WRONG ? 'wrong' : state === ELEMENT_UNWRITTEN ? 'never written' : 'as expected';

function elementLens(records: HexRecords, element: number) {
  const { name, type, bytes, check } = records;
  const width = ELEMENT_BYTES[type];
  const first = element * width;
  if (element >= elementCount(records)) return { title: 'rest', lines: ['too few bytes for an element'] };
  return {
    title: `${name}[${element.toLocaleString('en-US')}]`,
    lines: [
      `${valueText(elementAt(bytes, type, element), type)} (${type})`,
      ...(check === null ? [] : [`expected ${check.expectedAt(element)}`, stateText(stateOf(records, element))]),
      `${addressText(first)}: ${hexText(bytes.subarray(first, first + width))}`,
    ],
  };
}

const hexText = (bytes: Uint8Array): string =>
  Array.from(bytes, byte => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ');

/** The elements in sight. */
function elementTable(records: HexRecords): Table {
  const { type, bytes, check, firstRow, rowCount } = records;
  const width = ELEMENT_BYTES[type];
  const perRow = ROW_BYTES / width;
  const end = Math.min(elementCount(records), (firstRow + rowCount) * perRow);
  const checked = check === null ? [] : ['expected', 'state'];
  return {
    columns: ['element', 'offset', 'bytes', 'value', ...checked],
    rows: Array.from({ length: Math.max(0, end - firstRow * perRow) }, (_, i) => {
      const element = firstRow * perRow + i;
      const first = element * width;
      return [
        `${element}`,
        addressText(first),
        hexText(bytes.subarray(first, first + width)),
        valueText(elementAt(bytes, type, element), type),
        ...(check === null ? [] : [check.expectedAt(element), stateText(stateOf(records, element))]),
      ];
    }),
  };
}
