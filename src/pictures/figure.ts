/** A figure: all of a picture but the pixels and React. The component shows it, the exporter writes it. */
import type { Source } from '../trace/span.ts';
import type { Scene } from './scene/scene.ts';
import type { Box, Highlight, Mark, Table } from './view.ts';

export interface Caption {
  readonly title: string;
  /** What the picture shows, short enough to fit beside the source in a narrow column. */
  readonly text: string;
  /** The same in full, units included: tooltip, table, name for a screen reader. */
  readonly detail: string;
  /** '31 lanes differ'; '' where nothing is compared, or all agree. */
  readonly differing: string;
  /** What its numbers are, where they have to be explained without the text: on a slide. */
  readonly numbers?: string;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** 'column' and 'row' choose a line by its ruler; 'pad' moves the edge of a tile, 'base' all of shared memory. */
export type HandleName = 'column' | 'row' | 'pad' | 'base';

/** Part of a picture that can be dragged to choose a number. */
export interface Handle {
  readonly name: HandleName;
  readonly box: Box;
  /** Value that a drag asks for: a whole number in the unit of the name's parameter, not limited to allowed values. */
  valueAt(from: Point, to: Point): number;
}

export interface Figure extends Caption {
  /** null: others published it, and none of ours says it. */
  readonly source: Source | null;
  readonly scene: Scene;
  /** Part of the scene that zooms, unzoomed, and the greatest factor; null = nothing does. */
  readonly zoomable: { readonly plot: Box; readonly greatest: number } | null;
  readonly handles: readonly Handle[];
  /** Mark under a point of the scene, found by arithmetic. */
  hit(x: number, y: number): Mark | null;
  /** The mark of a fact, for the keyboard cursor; null where the picture does not show it. */
  markOf(highlight: Highlight): Mark | null;
  /** The fact `dx` to the right and `dy` below; from null to the first one. */
  step(highlight: Highlight, dx: number, dy: number): Highlight;
  table(): Table;
}
