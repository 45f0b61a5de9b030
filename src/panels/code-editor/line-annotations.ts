/**
 * Marks at the lines of the editor: the heat of a run, the chosen line, the place of an error. They move with edits.
 */
import { type EditorState, type Range, RangeSet, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  GutterMarker,
  gutterLineClass,
  WidgetType,
} from '@codemirror/view';
import { HeatMarker } from './heat-marker.ts';
import type { LineMark } from './line-marks.ts';

export interface TextFault {
  /** 1-based. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly isWarning?: boolean;
}

export interface Annotations {
  readonly marks: readonly LineMark[];
  /** 1-based; 0 = none. */
  readonly chosenLine: number;
  /** What keeps the text from running, and what a compiler warns of beside it. */
  readonly faults: readonly TextFault[];
  /** Lines at which a run went wrong, and what it did there. */
  readonly wrong: readonly WrongLine[];
}

export interface WrongLine {
  /** 1-based. */
  readonly line: number;
  readonly message: string;
}

interface Placed {
  readonly heat: RangeSet<GutterMarker>;
  readonly gutterClasses: RangeSet<GutterMarker>;
  readonly decorations: DecorationSet;
}

const NOWHERE: Placed = { heat: RangeSet.empty, gutterClasses: RangeSet.empty, decorations: Decoration.none };

export const annotate = StateEffect.define<Annotations>();

export const lineAnnotations = StateField.define<Placed>({
  create: () => NOWHERE,
  update(placed, transaction) {
    const given = transaction.effects.findLast(effect => effect.is(annotate));
    if (given) return placedIn(transaction.state, given.value);
    if (!transaction.docChanged) return placed;
    const { heat, gutterClasses, decorations } = placed;
    const { changes } = transaction;
    return {
      heat: heat.map(changes),
      gutterClasses: gutterClasses.map(changes),
      decorations: decorations.map(changes),
    };
  },
  provide: field => [
    EditorView.decorations.from(field, placed => placed.decorations),
    gutterLineClass.from(field, placed => placed.gutterClasses),
  ],
});

class LineClass extends GutterMarker {
  override readonly elementClass: string;
  constructor(name: string) {
    super();
    this.elementClass = name;
  }
}
const CHOSEN = new LineClass('chosen');
const AT_FAULT = new LineClass('atFault');

class FaultWords extends WidgetType {
  readonly #words: string;
  readonly #className: string;
  constructor({ message, isWarning = false }: TextFault) {
    super();
    this.#words = message;
    this.#className = isWarning ? 'faultWords warning' : 'faultWords';
  }
  override eq(other: FaultWords): boolean {
    return other.#words === this.#words && other.#className === this.#className;
  }
  override toDOM(): HTMLElement {
    return Object.assign(document.createElement('div'), { className: this.#className, textContent: this.#words });
  }
}

function placedIn({ doc }: EditorState, { marks, chosenLine, faults, wrong }: Annotations): Placed {
  const isThere = (line: number) => line >= 1 && line <= doc.lines;
  const startOf = (line: number) => doc.line(line).from;
  const heat = marks.filter(mark => isThere(mark.line)).map(mark => new HeatMarker(mark).range(startOf(mark.line)));
  const gutterClasses: Range<GutterMarker>[] = [];
  const decorations: Range<Decoration>[] = [];
  if (isThere(chosenLine)) {
    gutterClasses.push(CHOSEN.range(startOf(chosenLine)));
    decorations.push(Decoration.line({ class: 'chosen' }).range(startOf(chosenLine)));
  }
  for (const { line, message } of wrong.filter(of => isThere(of.line))) {
    gutterClasses.push(AT_FAULT.range(startOf(line)));
    decorations.push(Decoration.line({ class: 'atFault', attributes: { title: message } }).range(startOf(line)));
  }
  for (const fault of faults.filter(of => isThere(of.line))) {
    if (!fault.isWarning) gutterClasses.push(AT_FAULT.range(startOf(fault.line)));
    decorations.push(...faultDecorations(doc.line(fault.line), fault));
  }
  return {
    heat: RangeSet.of(heat, true),
    gutterClasses: RangeSet.of(gutterClasses, true),
    decorations: Decoration.set(decorations, true),
  };
}

/** The line, the word at the column, and the message below. */
function faultDecorations(line: { from: number; to: number; text: string }, fault: TextFault): Range<Decoration>[] {
  const words = Decoration.widget({ widget: new FaultWords(fault), block: true, side: 1 }).range(line.to);
  if (fault.isWarning) return [words];
  const { column } = fault;
  const at = Math.min(column - 1, Math.max(0, line.text.length - 1));
  const word = /^(?:[\w$%.]+|\S)/.exec(line.text.slice(at))?.[0].length ?? 0;
  return [
    Decoration.line({ class: 'atFault' }).range(line.from),
    ...(word > 0 ? [Decoration.mark({ class: 'fault' }).range(line.from + at, line.from + at + word)] : []),
    words,
  ];
}
