/** Legend of a timeline's marks, below it. */

import type { Source } from '../../trace/span.ts';
import { roleTone } from '../pipeline/roles.ts';
import { tracksOf } from '../pipeline/tracks.ts';
import { NAME_OF_SOURCE } from '../records.ts';
import { lettersPx } from '../scene/letter-widths.ts';
import { TRACK } from '../scene/scene.ts';
import type { LineStyle } from '../scene/scene-builder.ts';
import { textPx } from '../scene/text-metrics.ts';
import { underBar } from '../source-mark.ts';
import { blend } from '../theme.ts';
import type { Box } from '../view.ts';
import type { TimelinePen } from './bars.ts';
import { HATCH_PX, workFill } from './roles.ts';
import { fullFill } from './slots.ts';

interface Item {
  readonly words: string;
  draw(box: Box): void;
}

const SWATCH_PX = { width: 16, height: 10 };
const LINE_PX = 18;
const BETWEEN_PX = 14;

/** Draws from `top` down; returns where it ends. */
export function drawLegend(pen: TimelinePen, top: number): number {
  const { scene, theme, textScale, view } = pen;
  const { width } = view;
  let [x, y] = [0, top + LINE_PX * textScale];
  for (const { words, draw } of [...ringItems(pen), ...workItems(pen), ...lineItems(pen)]) {
    const wide = SWATCH_PX.width + 5 + lettersPx(words, 10 * textScale);
    // Another font may be wider.
    if (x > 0 && x + SWATCH_PX.width + 5 + textPx(words, 10 * textScale, 'bold') > width) {
      x = 0;
      y += LINE_PX * textScale;
    }
    draw({ x, y: y - SWATCH_PX.height + 1.5, ...SWATCH_PX });
    scene.text(x + SWATCH_PX.width + 5, y, words, theme.ink2);
    x += wide + BETWEEN_PX;
  }
  return y + 6;
}

function ringItems({ scene, theme }: TimelinePen): Item[] {
  const { fill, ink } = theme.roles.producer;
  return [
    {
      words: 'copy asked for',
      draw: box =>
        scene.line([box.x, middleOf(box)], [box.x + box.width, middleOf(box)], ink, { dash: TRACK, width: 1.4 }),
    },
    { words: 'bytes arrive', draw: box => scene.hatch(box, blend(theme.surface, fill, 0.25), fill, HATCH_PX) },
    { words: 'full', draw: box => scene.rect(box, fullFill(theme)) },
  ];
}

function workItems({ scene, theme, records }: TimelinePen): Item[] {
  const tracks = tracksOf(records);
  const rolesWith = (kind: 'mma' | 'softmax' | 'alu' | 'store') =>
    records.scenario.roles.filter(({ name }) => tracks.spans(name, kind).length > 0);
  const item = (words: string, fill: string): Item => ({ words, draw: box => scene.rect(box, fill, { radius: 2 }) });
  const toneOf = (name: string) => roleTone(records.scenario, name, theme);
  return [
    ...rolesWith('mma').map(({ name }) => item(`mma, ${name}`, toneOf(name).fill)),
    ...rolesWith('softmax').map(({ name }) => item(`exp, ${name}`, workFill(theme, toneOf(name), 'softmax'))),
    ...(rolesWith('alu').length > 0 ? [item('alu', workFill(theme, theme.roles.epilogue, 'alu'))] : []),
    ...(rolesWith('store').length > 0 ? [item('store', theme.roles.epilogue.fill)] : []),
  ];
}

const middleOf = ({ y, height }: Box): number => y + height / 2;

function lineItems(pen: TimelinePen): Item[] {
  const { scene, theme, view } = pen;
  const line = (box: Box, stroke: string, look: LineStyle): void =>
    scene.line([box.x, middleOf(box)], [box.x + box.width, middleOf(box)], stroke, look);
  const step = ({ x, y, width, height }: Box): string => `M${x} ${y + height}h${width / 2}v${-height}h${width / 2}`;
  const waits: Item[] = [
    { words: 'waits at a barrier', draw: box => scene.hatch(box, theme.page, theme.lineStrong, HATCH_PX) },
    { words: 'waits for a unit or its own work', draw: box => line(box, theme.ink3, { dash: TRACK }) },
  ];
  const parity: Item = {
    words: 'parity 0 → 1',
    draw: box => scene.path(step(box), { stroke: theme.ink2, width: 1.3 }),
  };
  const path: Item = { words: 'critical path', draw: box => line(box, theme.accent.ink, { width: 2.5 }) };
  const chosen = [...waits, ...(view.traces ? [parity] : []), ...(view.criticalPath ? [path] : [])];
  return [...chosen, ...pen.records.under.map(({ source }) => underItem(pen, source))];
}

const underItem = (pen: TimelinePen, source: Source): Item => ({
  words: NAME_OF_SOURCE[source].toLowerCase(),
  draw: box => underBar(pen, source)({ ...box, y: box.y + 3, height: 4 }),
});
