/**
 * `npm run house-picture`: draws the layers of `import-table.ts` as rooms into docs/house.svg. A room is drawn above all
 * rooms that it may import. An arrow that follows from others is left out.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ImportLayer, LAYERS } from './import-table.ts';
import { isCode, isTestOnly, projectRoot, treeOf } from './tree.ts';

export interface Room {
  readonly name: string;
  readonly files: number;
  /** Rooms that it may import. */
  readonly below: readonly string[];
}

/** Layers that may import each other are one room. */
export function roomsOf(layers: readonly ImportLayer[], paths: readonly string[]): Room[] {
  const roomOf = (layer: ImportLayer): string =>
    layers.findLast(other => other === layer || isMutual(layer, other))!.name;
  const named = new Map(layers.map(layer => [layer.name, roomOf(layer)]));
  const rooms = [...new Set(named.values())];
  return rooms.map(name => {
    const own = layers.filter(layer => named.get(layer.name) === name);
    const below = new Set(own.flatMap(layer => layer.layers.flatMap(other => named.get(other) ?? [])));
    const files = paths.filter(path => own.includes(layers.find(layer => layer.files.test(path))!)).length;
    return { name, files, below: [...below].filter(other => other !== name) };
  });
}

const isMutual = (a: ImportLayer, b: ImportLayer): boolean => a.layers.includes(b.name) && b.layers.includes(a.name);

/** The floor of each room: one above the highest room that it may import. */
function storeysOf(rooms: readonly Room[]): ReadonlyMap<string, number> {
  const storeys = new Map<string, number>();
  const storeyOf = (name: string): number => {
    const known = storeys.get(name);
    if (known !== undefined) return known;
    const { below } = rooms.find(room => room.name === name)!;
    const storey = below.length === 0 ? 0 : 1 + Math.max(...below.map(storeyOf));
    storeys.set(name, storey);
    return storey;
  };
  for (const { name } of rooms) storeyOf(name);
  return storeys;
}

/** The rooms that a room may import, without those that another of them may import. */
export function directlyBelow(rooms: readonly Room[], room: Room): string[] {
  const belowOf = (name: string) => rooms.find(other => other.name === name)!.below;
  return room.below.filter(name => !room.below.some(other => belowOf(other).includes(name)));
}

const WIDTH = 960;
const ROOM = { width: 130, height: 40, storey: 74, edge: 12 };

interface Place {
  readonly x: number;
  readonly y: number;
}

function placesOf(rooms: readonly Room[]): ReadonlyMap<string, Place> {
  const storeys = storeysOf(rooms);
  const top = Math.max(...storeys.values());
  return new Map(
    rooms.map(({ name }) => {
      const storey = storeys.get(name)!;
      const row = rooms.filter(room => storeys.get(room.name) === storey);
      const step = WIDTH / (row.length + 1);
      const at = row.findIndex(room => room.name === name) + 1;
      // Rooms that are alone on their floor form a column on the left, so that the arrows of the top room can pass them.
      const aside = row.length > 1 ? 0 : storey === top ? 110 : -110;
      return [name, { x: Math.round(at * step) + aside, y: ROOM.edge + (top - storey) * ROOM.storey }];
    }),
  );
}

const STYLE = `
  .room { fill: #eef3fb; stroke: #4a6fa5; }
  .name { fill: #1c2733; font: 600 14px system-ui, sans-serif; text-anchor: middle; }
  .files { fill: #4b5a6b; font: 11px system-ui, sans-serif; text-anchor: middle; }
  .arrow { fill: none; stroke: #7b8794; stroke-width: 1.2; marker-end: url(#head); }
  #head path { fill: #7b8794; }
  @media (prefers-color-scheme: dark) {
    .room { fill: #1f2a3a; stroke: #7fa3d8; }
    .name { fill: #e8edf3; }
    .files { fill: #a9b6c5; }
    .arrow { stroke: #8593a3; }
    #head path { fill: #8593a3; }
  }
`;

const HEAD =
  '<marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z"/></marker>';

function arrowLine(from: Place, to: Place): string {
  const [y1, y2] = [from.y + ROOM.height, to.y];
  const half = (y1 + y2) / 2;
  return `<path class="arrow" d="M${from.x} ${y1}C${from.x} ${half} ${to.x} ${half} ${to.x} ${y2}"/>`;
}

function roomLines({ name, files }: Room, { x, y }: Place): string[] {
  return [
    `<rect class="room" x="${x - ROOM.width / 2}" y="${y}" width="${ROOM.width}" height="${ROOM.height}" rx="6"/>`,
    `<text class="name" x="${x}" y="${y + 18}">${name}</text>`,
    `<text class="files" x="${x}" y="${y + 33}">${files} ${files === 1 ? 'file' : 'files'}</text>`,
  ];
}

export function houseSvg(rooms: readonly Room[]): string {
  const places = placesOf(rooms);
  const height = Math.max(...[...places.values()].map(({ y }) => y)) + ROOM.height + ROOM.edge;
  const arrows = rooms.flatMap(room =>
    directlyBelow(rooms, room).map(name => arrowLine(places.get(room.name)!, places.get(name)!)),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img">`,
    '<title>The layers of Lanescape: an arrow says which may import which</title>',
    `<style>${STYLE}</style>`,
    `<defs>${HEAD}</defs>`,
    ...arrows,
    ...rooms.flatMap(room => roomLines(room, places.get(room.name)!)),
    '</svg>\n',
  ].join('\n');
}

export function houseOfToday(): string {
  const code = treeOf(projectRoot).paths.filter(path => isCode(path) && !isTestOnly(path));
  return houseSvg(roomsOf(LAYERS, code));
}

if (import.meta.main) writeFileSync(join(projectRoot, 'docs/house.svg'), houseOfToday());
