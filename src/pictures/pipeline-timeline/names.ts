/** The names of a timeline's rows, left of the plot. */

import { count } from '../address-text.ts';
import type { PipelineRecords } from '../pipeline/records.ts';
import { roleTone } from '../pipeline/roles.ts';
import type { HardwareUnit } from '../pipeline/rows.ts';
import { textPx } from '../scene/text-metrics.ts';
import type { TimelinePen } from './bars.ts';
import { type PlacedRow, SECTION_PX } from './frame.ts';
import { traceInk } from './slots.ts';

const UNITS: Readonly<Record<HardwareUnit, string>> = {
  tensor: 'Tensor pipe',
  copy: 'Copy engine',
  exp: 'Exponentials',
};

/** A name in a cluster that is drawn as one: 'ring of CTA 1' is 'ring', with the note 'CTA 1'. */
export function inCta(name: string): { readonly plain: string; readonly cta: string } {
  const [mark, cta] = / of (CTA \d+)/.exec(name) ?? ['', ''];
  return { plain: name.replace(mark, ''), cta };
}

export const sentenceCase = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1);

/** 'Stage 2' of the ring that all is about, 'v[1]' of one among others. */
export const slotName = ({ scenario }: Pick<PipelineRecords, 'scenario'>, buffer: string, stage: number): string =>
  scenario.buffers.length === 1 || buffer === 'ring' ? `Stage ${stage}` : `${buffer}[${stage}]`;

export function drawNames(pen: TimelinePen): void {
  const { scene, frame, theme } = pen;
  for (const row of frame.rows) {
    if (row.isDivided) {
      const y = row.y - SECTION_PX / 2 - 1;
      scene.line([0, y], [frame.plot.x + frame.plot.width, y], theme.lineStrong);
    }
    if (row.kind === 'role') drawRoleName(pen, row);
    else drawOtherName(pen, row);
  }
}

const BOLD_PX = 11;
/** Text size of named barriers, whose rows are low. */
const NAMED_PX = 10;

function drawRoleName(
  { scene, frame, theme, textScale, records }: TimelinePen,
  row: PlacedRow & { readonly kind: 'role' },
): void {
  const { scenario } = records;
  const middle = row.y + row.workPx / 2;
  const warps = scenario.roles.find(({ name }) => name === row.name)!.warps;
  const { plain, cta } = inCta(row.name);
  const below = [cta, frame.isNarrow ? '' : count(warps, 'warp')].filter(Boolean).join(', ');
  const y = middle + (below === '' ? 4 : -1.5) * textScale;
  const side = 8 * textScale;
  scene.rect({ x: 0, y: y - side, width: side, height: side }, roleTone(scenario, row.name, theme).fill, { radius: 2 });
  const size = BOLD_PX * textScale;
  const name = shortened(sentenceCase(plain), size, frame.plot.x - side - 9);
  scene.text(side + 5, y, name, theme.ink, { size, weight: 700 });
  if (below !== '') scene.text(side + 5, y + 12 * textScale, below, theme.ink3);
}

function drawOtherName(
  { scene, frame, theme, textScale, records, lit }: TimelinePen,
  row: Exclude<PlacedRow, { kind: 'role' }>,
): void {
  const baseline = row.y + row.height / 2 + 3.6 * textScale;
  if (row.kind === 'trace') {
    const isLit = lit.includes(row.barrier);
    const ink = isLit ? traceInk(theme, row.guard) : theme.ink2;
    scene.text(frame.plot.x - 8, baseline, row.barrier, ink, { mono: true, anchor: 'end', weight: isLit ? 700 : 400 });
    return;
  }
  const name =
    row.kind === 'unit'
      ? UNITS[row.unit]
      : row.kind === 'named'
        ? row.barrier
        : slotName(records, row.buffer.name, row.stage);
  const size = (row.kind === 'named' ? NAMED_PX : BOLD_PX) * textScale;
  const { plain, cta } = inCta(name);
  const bytes = row.kind === 'slot' && !frame.isNarrow ? bytesText(row.buffer.bytes) : '';
  const text = cta || bytes;
  const tail = text === '' ? {} : { tail: { text, fill: theme.ink3, size: 10 * textScale, gap: 6 } };
  scene.text(0, baseline, shortened(plain, size, frame.plot.x - 4), theme.ink, { size, weight: 700, ...tail });
}

/** Letters that stay at the end: they often tell names apart. */
const TAIL = 3;

/** How much wider than the mean letter these are, in shares of the text size. */
const CAPITAL = 0.25;
const ELLIPSIS = 0.4;

/** Names have more capitals than other texts: 'WarpSchedulerWG1'. */
function namePx(name: string, sizePx: number): number {
  const capitals = name.match(/[A-Z]/g)?.length ?? 0;
  return textPx(name, sizePx, 'bold') + sizePx * (CAPITAL * capitals + (name.includes('…') ? ELLIPSIS : 0));
}

/** A name that is too long loses letters from its middle. */
export function shortened(name: string, sizePx: number, roomPx: number): string {
  const fits = (text: string): boolean => namePx(text, sizePx) <= roomPx;
  let text = name;
  for (let kept = name.length - 1; kept > TAIL && !fits(text); kept--)
    text = `${name.slice(0, kept - TAIL)}…${name.slice(-TAIL)}`;
  return text;
}

export const bytesText = (bytes: number): string =>
  bytes % 1024 === 0 ? `${bytes / 1024} KiB` : `${bytes.toLocaleString('en-US')} B`;
