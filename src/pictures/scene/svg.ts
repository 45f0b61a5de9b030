/**
 * Writes scenes as SVG: literal colours, text, hatches as patterns, marks tagged with lane, bank and address.
 * Neither scripts nor foreign objects. Gives text; knows no DOM.
 */

import type { Box } from '../view.ts';
import {
  type CellGrid,
  DASHES,
  type Dots,
  HATCH_STROKE_PX,
  type Hatches,
  hatchSide,
  MONO,
  NO_FILL,
  type PathMark,
  type PlacedGrid,
  type Rects,
  type RingMark,
  SANS,
  type Scene,
  type SceneLayer,
  type SceneLines,
  SOLID,
  type TextMark,
  UNTAGGED,
} from './scene.ts';

export interface SvgPart {
  readonly x: number;
  readonly y: number;
  readonly scene: Scene;
}

/** Scenes that belong together, such as all pictures of one variant. */
export interface SvgGroup {
  readonly id: string;
  readonly parts: readonly SvgPart[];
}

export interface SvgDocument {
  readonly width: number;
  readonly height: number;
  readonly title: string;
  /** Parameters and link, for a reader who opens the file later. */
  readonly description: string;
  readonly background: string | null;
  readonly groups: readonly SvgGroup[];
}

export function svgDocument(document: SvgDocument): string {
  const { width, height, title, description, background, groups } = document;
  const patterns = new Map<string, string>();
  const body = groups.map(group => groupText(group, patterns));
  const size = `width="${px(width)}" height="${px(height)}" viewBox="0 0 ${px(width)} ${px(height)}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" font-family="${escapeXml(SANS)}" style="font-variant-numeric:tabular-nums">`,
    `<title>${escapeXml(title)}</title>`,
    `<desc>${escapeXml(description)}</desc>`,
    ...(patterns.size === 0 ? [] : [`<defs>${[...patterns.values()].join('')}</defs>`]),
    ...(background === null ? [] : [`<rect width="100%" height="100%" fill="${background}"/>`]),
    ...body,
    '</svg>',
    '',
  ].join('\n');
}

const groupText = ({ id, parts }: SvgGroup, patterns: Map<string, string>): string =>
  [`<g id="${escapeXml(id)}">`, ...parts.map((part, i) => partText(part, `${id}-${i}`, patterns)), '</g>'].join('\n');

function partText({ x, y, scene }: SvgPart, id: string, patterns: Map<string, string>): string {
  const layers = scene.layers.map((layer, i) => layerText(layer, scene.palette, `${id}-clip-${i}`, patterns));
  return [`<g transform="translate(${px(x)} ${px(y)})">`, ...layers.flat(), '</g>'].join('\n');
}

function layerText(
  layer: SceneLayer,
  palette: readonly string[],
  clipId: string,
  patterns: Map<string, string>,
): string[] {
  const marks = [
    ...layer.grids.map(gridText),
    ...rectTexts(layer.rects, palette),
    ...hatchTexts(layer.hatches, palette, patterns),
    ...lineTexts(layer.lines, palette),
    ...dotTexts(layer.dots, palette),
    ...layer.paths.map(path => outlineText(`<path d="${path.d}"`, path, palette)),
    ...layer.rings.map(ring => ringText(ring, palette)),
    ...layer.texts.map(text => textText(text, palette)),
  ];
  if (marks.length === 0 || layer.clip === null) return marks;
  const id = escapeXml(clipId);
  return [
    `<clipPath id="${id}"><rect ${boxText(layer.clip)}/></clipPath>`,
    `<g clip-path="url(#${id})">`,
    ...marks,
    '</g>',
  ];
}

// SVG text of the single marks of a scene.

// Control characters are no XML at all, not even escaped.
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeXml = (text: string): string =>
  text.replace(FORBIDDEN, '\ufffd').replace(/[&<>"']/g, character => ENTITIES[character]);

export const px = (value: number): string => String(Math.round(value * 100) / 100);

const boxText = (box: Box): string =>
  `x="${px(box.x)}" y="${px(box.y)}" width="${px(box.width)}" height="${px(box.height)}"`;

/** Address for programs: without the spaces of `addressText`. */
const addressValue = (address: number): string => `0x${address.toString(16).toUpperCase().padStart(4, '0')}`;

export function tagText(lane: number, bank: number, address: number): string {
  return (
    (lane === UNTAGGED ? '' : ` data-lane="${lane}"`) +
    (bank === UNTAGGED ? '' : ` data-bank="${bank}"`) +
    (address === UNTAGGED ? '' : ` data-addr="${addressValue(address)}"`)
  );
}

export const opacityText = (percent: number): string => (percent === 100 ? '' : ` opacity="${percent / 100}"`);

const filledText = (shape: string, marks: Rects | Dots, i: number, palette: readonly string[]): string => {
  const { lane, bank, address } = marks.tags;
  return `${shape} fill="${palette[marks.fill[i]]}"${opacityText(marks.opacity[i])}${tagText(lane[i], bank[i], address[i])}/>`;
};

function rectTexts(rects: Rects, palette: readonly string[]): string[] {
  return Array.from(rects.fill, (_, i) => {
    const [x, y, width, height, radius] = rects.geometry.subarray(i * 5, i * 5 + 5);
    const round = radius === 0 ? '' : ` rx="${px(radius)}"`;
    return filledText(`<rect ${boxText({ x, y, width, height })}${round}`, rects, i, palette);
  });
}

function dotTexts(dots: Dots, palette: readonly string[]): string[] {
  return Array.from(dots.fill, (_, i) => {
    const [x, y, radius] = dots.geometry.subarray(i * 3, i * 3 + 3);
    return filledText(`<circle cx="${px(x)}" cy="${px(y)}" r="${px(radius)}"`, dots, i, palette);
  });
}

function hatchTexts(hatches: Hatches, palette: readonly string[], patterns: Map<string, string>): string[] {
  return Array.from(hatches.ground, (_, i) => {
    const [x, y, width, height, period] = hatches.geometry.subarray(i * 5, i * 5 + 5);
    const stroke = palette[hatches.stroke[i]];
    const ground = palette[hatches.ground[i]];
    const dotted = hatches.dotted[i] === 1;
    const id = `${dotted ? 'unwritten' : 'pad'}-${period}-${ground.slice(1)}-${stroke.slice(1)}`;
    const side = hatchSide(period, dotted).toFixed(4);
    const turn = dotted ? '' : ' patternTransform="rotate(45)"';
    patterns.set(
      id,
      `<pattern id="${id}" width="${side}" height="${side}" patternUnits="userSpaceOnUse"${turn}>` +
        `<rect width="${side}" height="${side}" fill="${ground}"/>` +
        `<rect width="${HATCH_STROKE_PX}" height="${dotted ? HATCH_STROKE_PX : side}" fill="${stroke}"/></pattern>`,
    );
    return `<rect ${boxText({ x, y, width, height })} fill="url(#${id})"/>`;
  });
}

const dashText = (dash: readonly number[]): string =>
  dash.length === 0 ? '' : ` stroke-dasharray="${dash.join(' ')}"`;

function lineTexts(lines: SceneLines, palette: readonly string[]): string[] {
  return Array.from(lines.stroke, (stroke, i) => {
    const [x1, y1, x2, y2, width] = lines.geometry.subarray(i * 5, i * 5 + 5);
    const ends = `x1="${px(x1)}" y1="${px(y1)}" x2="${px(x2)}" y2="${px(y2)}"`;
    const look = `${dashText(DASHES[lines.dash[i]])}${opacityText(lines.opacity[i])}`;
    return `<line ${ends} stroke="${palette[stroke]}" stroke-width="${px(width)}"${look}/>`;
  });
}

function ringText(ring: RingMark, palette: readonly string[]): string {
  const { lane = UNTAGGED, bank = UNTAGGED, address = UNTAGGED } = ring.tag;
  return outlineText(
    `<rect ${boxText(ring.box)} rx="${px(ring.radius)}"${tagText(lane, bank, address)}`,
    ring,
    palette,
  );
}

/** Halo, fill and stroke of one shape; `shape` is its open tag without the end. */
function outlineText(shape: string, mark: Omit<PathMark, 'd'>, palette: readonly string[]): string {
  const fill = mark.fill === NO_FILL ? 'none' : palette[mark.fill];
  const halo =
    mark.haloWidth === 0
      ? ''
      : `${shape} fill="none" stroke="${palette[mark.halo]}" stroke-width="${px(mark.haloWidth)}" stroke-linejoin="round"/>`;
  if (mark.width === 0) return `${halo}${shape} fill="${fill}"/>`;
  const dash = mark.dash === DASHES[SOLID] ? '' : dashText(mark.dash);
  const stroke = `stroke="${palette[mark.stroke]}" stroke-width="${px(mark.width)}" stroke-linejoin="round"`;
  return `${halo}${shape} fill="${fill}" ${stroke}${dash}/>`;
}

function textText(mark: TextMark, palette: readonly string[]): string {
  const anchor = mark.anchor === 'start' ? '' : ` text-anchor="${mark.anchor}"`;
  const weight = mark.weight === 400 ? '' : ` font-weight="${mark.weight}"`;
  const family = mark.mono ? ` font-family="${escapeXml(MONO)}"` : '';
  const place = `x="${px(mark.x)}" y="${px(mark.y)}" font-size="${mark.size}"`;
  const look = `fill="${palette[mark.fill]}"${anchor}${weight}${family}`;
  return `<text ${place} ${look} xml:space="preserve">${escapeXml(mark.text)}${tailText(mark, palette)}</text>`;
}

function tailText({ tail }: TextMark, palette: readonly string[]): string {
  if (tail === null) return '';
  const look = `font-size="${tail.size}" font-weight="400" fill="${palette[tail.fill]}"`;
  return `<tspan dx="${px(tail.gap)}" ${look}>${escapeXml(tail.text)}</tspan>`;
}

// SVG text of a grid of cells.

function gridText(placed: PlacedGrid): string {
  const { grid, gapX } = placed;
  const cells = grid.address === null ? plainCells(placed) : taggedCells(placed);
  return `<g shape-rendering="${gapX === 0 ? 'crispEdges' : 'auto'}">\n${cells.join('\n')}\n</g>`;
}

const cellPlace = ({ grid, x, y, pitchX, pitchY }: PlacedGrid, i: number): [x: string, y: string] => {
  const column = i % grid.columns;
  return [px(x + column * pitchX), px(y + ((i - column) / grid.columns) * pitchY)];
};

function taggedCells(placed: PlacedGrid): string[] {
  const { grid, pitchX, pitchY, gapX, gapY } = placed;
  const size = `width="${px(pitchX - gapX)}" height="${px(pitchY - gapY)}"`;
  const cells: string[] = [];
  for (let i = 0; i < grid.fill.length; i++) {
    if (grid.fill[i] === NO_FILL) continue;
    const [x, y] = cellPlace(placed, i);
    cells.push(`<rect x="${x}" y="${y}" ${size} fill="${grid.palette[grid.fill[i]]}"${cellStateText(grid, i)}/>`);
  }
  return cells;
}

/** Cells that stand for nothing in particular: one path per colour and opacity. */
function plainCells(placed: PlacedGrid): string[] {
  const { grid, pitchX, pitchY, gapX, gapY } = placed;
  const cell = `h${px(pitchX - gapX)}v${px(pitchY - gapY)}h${px(gapX - pitchX)}z`;
  const paths = new Map<string, string>();
  for (let i = 0; i < grid.fill.length; i++) {
    if (grid.fill[i] === NO_FILL) continue;
    const look = `fill="${grid.palette[grid.fill[i]]}"${opacityText(opacityOf(grid, i))}`;
    paths.set(look, `${paths.get(look) ?? ''}M${cellPlace(placed, i).join(' ')}${cell}`);
  }
  return [...paths].map(([look, d]) => `<path ${look} d="${d}"/>`);
}

const opacityOf = ({ opacity }: CellGrid, i: number): number => opacity?.[i] ?? 100;

const cellStateText = (grid: CellGrid, i: number): string =>
  opacityText(opacityOf(grid, i)) +
  tagText(grid.lane?.[i] ?? UNTAGGED, grid.bank?.[i] ?? UNTAGGED, grid.address?.[i] ?? UNTAGGED);
