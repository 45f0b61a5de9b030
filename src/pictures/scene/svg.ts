/**
 * Writes scenes as SVG: literal colours, text, hatches as patterns, marks tagged with lane, bank and address.
 * Neither scripts nor foreign objects. Gives text; knows no DOM.
 */
import { SANS, type Scene, type SceneLayer } from './scene.ts';
import { gridText } from './svg-grid.ts';
import {
  boxText,
  dotTexts,
  escapeXml,
  hatchTexts,
  lineTexts,
  outlineText,
  px,
  rectTexts,
  ringText,
  textText,
} from './svg-marks.ts';

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
  /** Parameters and link, for whoever opens the file later. */
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
