/**
 * Several modules of one program, as a linker joins them: what one declares `.extern` is what another one defines for all to see. Names
 * that a module keeps to itself stay apart, and so do its numbers of source files.
 */
import type { Module, PtxFunction, Variable } from './ast.ts';
import { relocated, renamed } from './renamed.ts';

/** '' for names that a module keeps to itself. Of several definitions that are `.weak` or `.common` one is taken. */
export type Linkage = '' | '.visible' | '.weak' | '.extern' | '.common';

/** A module, with the linkage of what it declares, by name. */
export interface LinkedPart {
  readonly module: Module;
  readonly linkages: ReadonlyMap<string, Linkage>;
  /** Line of the text at which it starts. */
  readonly line: number;
  /** For people: its file, or "the module that starts at line 12". */
  readonly name: string;
}

/** Thrown by `linked`. `line` is that of the module in which the mistake shows. */
export class LinkFailure extends Error {
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

/** At least one part. Version and target are those of the first one. */
export function linked(parts: readonly LinkedPart[]): Module {
  const files = new Map<number, string>();
  const apart = parts.map((part, i) => withOwnFiles(withOwnNames(part, parts, i), files, i));
  const functions = new Map<string, Defined<PtxFunction>>();
  const variables = new Map<string, Defined<Variable>>();
  for (const part of apart) {
    for (const item of part.module.functions) add(functions, { item, part, isBody: !item.external });
    for (const item of part.module.variables) add(variables, { item, part, isBody: !item.extern });
  }
  for (const { item, part, isBody } of [...functions.values(), ...variables.values()]) {
    if (!isBody) failForHidden(item.name, part, parts);
  }
  return {
    ...parts[0].module,
    files,
    debugStrings: apart.map(({ module }) => module.debugStrings).join('\n'),
    functions: [...functions.values()].map(({ item }) => item),
    variables: [...variables.values()].map(({ item }) => item),
  };
}

interface Defined<T extends PtxFunction | Variable> {
  readonly item: T;
  readonly part: LinkedPart;
  readonly isBody: boolean;
}

function add<T extends PtxFunction | Variable>(table: Map<string, Defined<T>>, own: Defined<T>): void {
  const { name } = own.item;
  const earlier = table.get(name);
  if (earlier === undefined) table.set(name, own);
  if (earlier === undefined || isDynamic(own.item)) return;
  const places = `in ${earlier.part.name} and in ${own.part.name}`;
  const difference = differenceOf(earlier.item, own.item);
  if (difference !== null) throw new LinkFailure(`'${name}' has ${difference} ${places}`, own.part.line);
  if (!own.isBody) return;
  const isLoose = ({ part }: Defined<T>): boolean => LOOSE.has(part.linkages.get(name));
  if (!earlier.isBody || (isLoose(earlier) && !isLoose(own))) table.set(name, own);
  else if (!isLoose(own)) throw new LinkFailure(`'${name}' is defined twice, ${places}`, own.part.line);
}

const LOOSE: ReadonlySet<Linkage | undefined> = new Set(['.weak', '.common']);

/** `.extern .shared x[]`: all modules mean the same bytes, whose number the launch says. */
const isDynamic = (item: PtxFunction | Variable): boolean => 'space' in item && item.space === 'shared' && item.extern;

/** What two declarations of one name do not agree in, in words; null for nothing. */
function differenceOf(a: PtxFunction | Variable, b: PtxFunction | Variable): string | null {
  if ('space' in a && 'space' in b) {
    if (a.space !== b.space) return `other memory, .${a.space} and .${b.space},`;
    const isOpen = [a, b].some(({ extern, sizeBytes }) => extern && sizeBytes === 0);
    return a.sizeBytes === b.sizeBytes || isOpen ? null : `other sizes, ${a.sizeBytes} and ${b.sizeBytes} bytes,`;
  }
  if ('space' in a || 'space' in b) return null;
  const sizesOf = (list: readonly Variable[]): string => `${list.map(({ sizeBytes }) => sizeBytes)}`;
  if (sizesOf(a.params) !== sizesOf(b.params)) return 'other parameters';
  return sizesOf(a.returns) === sizesOf(b.returns) ? null : 'other results';
}

/** What a module declares and no module defines is refused where it is used, unless another module has it and hides it. */
function failForHidden(name: string, part: LinkedPart, parts: readonly LinkedPart[]): void {
  const hiding = parts.find(other => other !== part && namesOf(other, isDefined).includes(name));
  if (hiding === undefined || part.linkages.get(name) !== '.extern') return;
  throw new LinkFailure(
    `'${name}' is declared .extern in ${part.name}, and ${hiding.name} keeps its own to itself: make that one .visible`,
    part.line,
  );
}

const isDefined = (item: PtxFunction | Variable): boolean => ('space' in item ? !item.extern : !item.external);

const namesOf = ({ module }: LinkedPart, isMeant: (item: PtxFunction | Variable) => boolean = () => true): string[] =>
  [...module.functions, ...module.variables].filter(isMeant).map(({ name }) => name);

/** Names that the module keeps to itself become its own where another module has them, too. */
function withOwnNames(part: LinkedPart, parts: readonly LinkedPart[], index: number): LinkedPart {
  const others = new Set(parts.flatMap(other => (other === part ? [] : namesOf(other))));
  // A kernel is for the host to see, whatever its linkage.
  const isOwn = (item: PtxFunction | Variable): boolean =>
    isDefined(item) && (part.linkages.get(item.name) ?? '') === '' && !('kind' in item && item.kind === 'entry');
  const clashing = namesOf(part, isOwn).filter(name => others.has(name));
  const names = new Map(clashing.map(name => [name, `${name}@${index + 1}`]));
  return names.size === 0 ? part : { ...part, module: renamed(part.module, names) };
}

/** `files` gets those of the module that it does not have yet. */
function withOwnFiles(part: LinkedPart, files: Map<number, string>, index: number): LinkedPart {
  const numbers = new Map<number, number>();
  for (const [own, path] of part.module.files) {
    const known = [...files].find(([, other]) => other === path)?.[0];
    const number = known ?? (files.has(own) ? Math.max(...files.keys()) + 1 : own);
    files.set(number, path);
    numbers.set(own, number);
  }
  return { ...part, module: relocated(part.module, file => numbers.get(file) ?? file, `@${index + 1}`) };
}
