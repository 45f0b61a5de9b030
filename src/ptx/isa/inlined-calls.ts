/** Names the inlined functions through which an instruction came to its place. A page fetches this where something was inlined. */
import type { InlinedCall } from '../../trace/fault.ts';
import { foldedName, functionNameOf } from '../outline/kernel-name.ts';
import type { Module, SourceLocation } from '../parse/ast.ts';

/** Calls deeper than that are left out. */
const MOST_CALLS = 32;

/** Calls of one module; each name is looked up once. */
export class InlinedCalls {
  readonly #module: Pick<Module, 'files' | 'debugStrings'>;
  /** Places in the text of `.debug_str`, by label. */
  #labels: ReadonlyMap<string, number> | null = null;
  readonly #names = new Map<string, string>();

  constructor(module: Pick<Module, 'files' | 'debugStrings'>) {
    this.#module = module;
  }

  /** The innermost first. */
  of(location: SourceLocation): InlinedCall[] {
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
