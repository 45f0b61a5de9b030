/** A line's costs in the editor's gutter: excess wavefronts, excess sectors, lanes at work. Colour repeats the number's story. */
import { GutterMarker } from '@codemirror/view';
import { LANES } from '../../base/hardware.ts';
import { compact, count } from '../../base/numbers.ts';
import { DEGREES } from '../../pictures/theme.ts';
import { excessOf, type LineCost, type LineMark } from './line-marks.ts';

export class HeatMarker extends GutterMarker {
  readonly #mark: LineMark;
  constructor(mark: LineMark) {
    super();
    this.#mark = mark;
  }

  override eq(other: HeatMarker): boolean {
    return other.#mark === this.#mark;
  }

  override toDOM(): HTMLElement {
    const { wavefronts, sectors, lanes } = this.#mark;
    const row = Object.assign(document.createElement('div'), { className: 'heatRow', title: heatWords(this.#mark) });
    row.append(costCell(wavefronts), costCell(sectors), lanesCell(lanes));
    return row;
  }
}

function costCell(cost: LineCost | null): HTMLElement {
  const cell = Object.assign(document.createElement('span'), { className: 'heatCell' });
  if (!cost) return cell;
  const degree = DEGREES.findLast(step => cost.actual >= step * cost.ideal) ?? 1;
  cell.textContent = compact(excessOf(cost));
  // Between 1 and 2 times the ideal there is an excess, but the ramp has no step for it; it gets the first one.
  const step = degree === 1 && excessOf(cost) > 0 ? 2 : degree;
  cell.style.background = step === 1 ? 'var(--degree-field)' : `var(--degree-${step})`;
  cell.style.color = step === 1 ? 'var(--label)' : `var(--degree-${step}-label)`;
  return cell;
}

function lanesCell(lanes: number | null): HTMLElement {
  const cell = Object.assign(document.createElement('span'), { className: 'heatCell lanesCell' });
  if (lanes === null) return cell;
  cell.textContent = lanes < 10 ? lanes.toFixed(1) : String(Math.floor(lanes));
  cell.style.setProperty('--share', `${(100 * lanes) / LANES}%`);
  return cell;
}

/** '1,024 wavefronts where 32 would do; 12.5 of 32 lanes active'. */
export function heatWords({ wavefronts, sectors, lanes }: LineMark): string {
  const cost = (name: string, c: LineCost | null) =>
    c === null ? [] : [`${count(c.actual)} ${name}, ${count(c.ideal)} at best`];
  const active = lanes === null ? [] : [`${lanes.toFixed(1)} of ${LANES} lanes active on average`];
  return [...cost('wavefronts', wavefronts), ...cost('sectors', sectors), ...active].join('; ');
}
