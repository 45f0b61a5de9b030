/** The result in each of the formats that it is printed in; a refusal where one has no words for it. */
import { ok } from '../../base/result.ts';
import type { ComposedLayout } from '../../model/layout/composed-layout.ts';
import { sizeOf } from '../../model/layout/layout.ts';
import { type Refusable, refuse } from '../../model/layout/layout-error.ts';
import { type Fragment, holdersOf } from '../../model/layout-steps/fragments.ts';
import { cuteCpp, cuteDsl } from '../../model/layout-text/cute-code.ts';
import {
  type LinearLayout,
  linearLayout,
  linearText,
  linearThreadValues,
} from '../../model/layout-text/linear-layout.ts';
import { offsetsOf, operandText, plain } from '../../model/layout-text/operand.ts';
import { type TikzTable, tikz } from '../../model/layout-text/tikz.ts';
import { sidesOf } from '../../pictures/layout-grid/sides.ts';
import type { FormatName } from '../links/layouts.ts';

/** What is printed: a layout, or a fragment as a layout of threads and values. */
export interface Printable {
  readonly operand: ComposedLayout;
  readonly fragment: Fragment | null;
  /** Text of an SVG file. */
  readonly svg: () => string;
}

export function printed({ operand, fragment, svg }: Printable, format: FormatName): Refusable<string> {
  if (format === 'cpp') return ok(`auto layout = ${cuteCpp(operand)};`);
  if (format === 'dsl') return ok(`layout = ${cuteDsl(operand)}`);
  if (format === 'cute') return ok(operandText(operand, 'static'));
  if (format === 'svg') return ok(svg());
  if (format === 'tikz') return tikzOf(operand, fragment);
  const linear = fragment === null ? linearLayout(operand) : linearThreadValues(fragment.layout, fragment);
  return asText(linear);
}

const asText = (linear: Refusable<LinearLayout>): Refusable<string> =>
  linear.ok ? ok(linearText(linear.value)) : linear;

export const fragmentOperand = ({ layout }: Fragment): ComposedLayout => plain(layout);

/** A side of this length is still legible on paper. */
const LINE_CELLS = 32;
const SHADES = 8;

function tikzOf(operand: ComposedLayout, fragment: Fragment | null): Refusable<string> {
  if (fragment !== null) return tikz(fragmentTable(fragment));
  // Counted before they are made.
  const size = sizeOf(operand.layout);
  if (size > 2 ** 16) return refuse('range', `${size} cells are too many for TeX; a smaller layout would do`);
  return tikz(layoutTable(operand));
}

function layoutTable(operand: ComposedLayout): TikzTable {
  const { rows, columns, size } = sidesOf(operand.layout.shape, LINE_CELLS);
  const offsets = offsetsOf(operand);
  const cells = Array.from({ length: size }, (_, cell) => {
    const offset = offsets(cell);
    const shade = ((offset % SHADES) + SHADES) % SHADES;
    return { row: rows.indexOf(cell), column: columns.indexOf(cell), lines: [`${offset}`], shade };
  });
  return { title: operandText(operand), rows: rows.count, columns: columns.count, cells };
}

function fragmentTable(fragment: Fragment): TikzTable {
  const { name, part, rows, columns } = fragment;
  const cells = holdersOf(fragment).flatMap((holders, element) =>
    holders.slice(0, 1).map(({ thread, value }) => ({
      row: Math.floor(element / columns),
      column: element % columns,
      lines: [holders.length > 1 ? `T${thread}+` : `T${thread}`, `V${value}`],
      shade: thread % SHADES,
    })),
  );
  return { title: `${name}, ${part}`, rows, columns, cells };
}
