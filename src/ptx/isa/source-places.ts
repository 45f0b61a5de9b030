/** Finds the places of instructions in the source, and the inlined functions through which they came there. */
import type { InlinedCall } from '../../trace/fault.ts';
import type { OperationPlace } from '../machine/operation.ts';
import { foldedName, functionNameOf } from '../outline/kernel-name.ts';
import type { Module, SourceLocation } from '../parse/ast.ts';
import { ownLocation, toolkitFiles } from '../parse/own-location.ts';

const NOWHERE: OperationPlace = { line: 0, file: 0, calls: [] };

/** Calls deeper than that are left out. */
const MOST_CALLS = 32;

/** Places of one module; each location and name is looked up once. */
export class SourcePlaces {
  readonly #module: Pick<Module, 'files' | 'debugStrings'>;
  /** Places in the text of `.debug_str`, by label. */
  #labels: ReadonlyMap<string, number> | null = null;
  readonly #toolkit: ReadonlySet<number>;
  readonly #known = new Map<SourceLocation, OperationPlace>();
  readonly #names = new Map<string, string>();

  constructor(module: Pick<Module, 'files' | 'debugStrings'>) {
    this.#module = module;
    this.#toolkit = toolkitFiles(module.files);
  }

  of(location: SourceLocation | null): OperationPlace {
    const own = ownLocation(location, this.#toolkit);
    if (own === null) return NOWHERE;
    const known = this.#known.get(own);
    if (known) return known;
    const place = { line: own.line, file: own.file, calls: this.#callsOf(own) };
    this.#known.set(own, place);
    return place;
  }

  #callsOf(location: SourceLocation): InlinedCall[] {
    const calls: InlinedCall[] = [];
    let { inlinedAt, functionLabel } = location;
    while (inlinedAt && calls.length < MOST_CALLS) {
      const file = this.#module.files.get(inlinedAt.file) ?? '';
      calls.push({ callee: this.#nameAt(functionLabel ?? ''), file, line: inlinedAt.line });
      ({ inlinedAt, functionLabel } = inlinedAt);
    }
    return calls;
  }

  #nameAt(label: string): string {
    const known = this.#names.get(label);
    if (known !== undefined) return known;
    const name = foldedName(functionNameOf(this.#stringAt(label)));
    this.#names.set(label, name);
    return name;
  }

  /** The string that starts at a label, or so many bytes behind it, and ends before a 0; '' where there is none. */
  #stringAt(label: string): string {
    const { debugStrings } = this.#module;
    const [name, byteOffset = '0'] = label.split('+');
    this.#labels ??= labelsIn(debugStrings);
    const start = this.#labels.get(name);
    if (start === undefined) return '';
    const bytes: number[] = [];
    let left = Number(byteOffset);
    for (const [word] of debugStrings.slice(start).matchAll(/\b\d+\b/g)) {
      if (left-- > 0) continue;
      if (Number(word) === 0) break;
      bytes.push(Number(word));
    }
    return String.fromCharCode(...bytes);
  }
}

/** Offset of the text behind each `label:`; compilers write one in a line. */
function labelsIn(section: string): Map<string, number> {
  const labels = new Map<string, number>();
  let lineStart = 0;
  for (const line of section.split('\n')) {
    const colon = line.indexOf(':');
    if (colon >= 0) labels.set(line.slice(0, colon).trim(), lineStart + colon + 1);
    lineStart += line.length + 1;
  }
  return labels;
}
