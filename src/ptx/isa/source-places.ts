/** Finds the places of instructions in the source, and the inlined functions through which they came there. */
import type { OperationPlace } from '../machine/operation.ts';
import type { Module, SourceLocation } from '../parse/ast.ts';
import { ownLocation, toolkitFiles } from '../parse/own-location.ts';
import type { InlinedCalls } from './inlined-calls.ts';

const NOWHERE: OperationPlace = { line: 0, file: 0, calls: [] };

/** Places of one module; each location is looked up once. */
export class SourcePlaces {
  readonly #inlinedCalls: InlinedCalls | null;
  readonly #toolkit: ReadonlySet<number>;
  readonly #known = new Map<SourceLocation, OperationPlace>();

  /** `inlinedCalls`: null where nothing was inlined. */
  constructor({ files }: Pick<Module, 'files'>, inlinedCalls: InlinedCalls | null) {
    this.#inlinedCalls = inlinedCalls;
    this.#toolkit = toolkitFiles(files);
  }

  of(location: SourceLocation | null): OperationPlace {
    const own = ownLocation(location, this.#toolkit);
    if (own === null) return NOWHERE;
    const known = this.#known.get(own);
    if (known) return known;
    const place = { line: own.line, file: own.file, calls: this.#inlinedCalls?.of(own) ?? [] };
    this.#known.set(own, place);
    return place;
  }
}
