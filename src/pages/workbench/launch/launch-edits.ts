/** Changes to a document's launch, as patches. What was set is no guess any more, and the guesses follow it. */
import type { Expectation, WorkbenchDocument } from '../../../contract/workbench-document.ts';
import { entryOf } from '../../../ptx/outline/entry-fit.ts';
import { guessLaunch } from '../../../ptx/outline/guess.ts';
import type { EntryOutline, ModuleOutline } from '../../../ptx/outline/module-outline.ts';
import type { Launch, LaunchParam } from '../../../trace/launch.ts';
import { placePath, pointersOf, type ValuePlace, withBuffer, withTarget } from './launch-parts.ts';

export type Patch = Partial<WorkbenchDocument>;

/** `settled`: the paths that the change sets. */
export function editLaunch(
  document: WorkbenchDocument,
  outline: ModuleOutline | null,
  launch: Launch,
  settled: readonly string[],
): Patch {
  const guessed = document.guessed.filter(path => !settled.includes(path));
  const entry = outline && entryOf(outline, launch.entry);
  const next = entry && guessed.length > 0 ? guessLaunch(outline, entry, { launch, guessed }) : { launch, guessed };
  return { ...next, ...following(document, next.launch) };
}

/** A launch that fits the kernel; what was settled stays where the kernel still has it. */
export function fitLaunch(document: WorkbenchDocument, outline: ModuleOutline, entry: EntryOutline): Patch {
  const { launch, guessed } = guessLaunch(outline, entry, document);
  return { launch, guessed, ...following(document, launch) };
}

/** Changes with which the rest of the document fits a new launch. */
const following = (document: WorkbenchDocument, launch: Launch): Patch => ({
  ...withinGrid(document, launch),
  expectations: expectationsIn(document, launch),
});

/** Expectations of buffers that still exist. A renamed buffer is found by the parameter that points to it. */
function expectationsIn(document: WorkbenchDocument, launch: Launch): readonly Expectation[] {
  const names = new Set(launch.buffers.map(buffer => buffer.name));
  if (document.expectations.every(({ buffer }) => names.has(buffer))) return document.expectations;
  const olds = pointersOf(document.launch);
  const news = new Map(pointersOf(launch).map(({ place, buffer }) => [place, buffer]));
  return document.expectations.flatMap(expectation => {
    if (names.has(expectation.buffer)) return [expectation];
    const buffer = news.get(olds.find(old => old.buffer === expectation.buffer)?.place ?? '');
    const isFree = buffer !== undefined && document.expectations.every(other => other.buffer !== buffer);
    return isFree ? [{ ...expectation, buffer }] : [];
  });
}

/** CTAs that a smaller grid does not have are neither run nor traced. */
function withinGrid({ ctas, tracedCta }: WorkbenchDocument, { grid }: Launch): Patch {
  const total = grid[0] * grid[1] * grid[2];
  const left = ctas?.filter(cta => cta < total) ?? null;
  return { tracedCta: tracedCta < total ? tracedCta : 0, ctas: left?.length === 0 ? null : left };
}

export const confirm = (document: WorkbenchDocument, paths: readonly string[]): Patch => ({
  guessed: document.guessed.filter(path => !paths.includes(path)),
});

/** The new name everywhere: in pointers, tensor maps and in expectations. */
export function renameBuffer(document: WorkbenchDocument, index: number, name: string): Patch {
  const old = document.launch.buffers[index].name;
  const renamed = <T extends { readonly buffer: string }>(value: T): T =>
    value.buffer === old ? { ...value, buffer: name } : value;
  const params = document.launch.params.map((param): LaunchParam => {
    if (param.kind === 'scalar') return param;
    if (param.kind !== 'struct') return renamed(param);
    return { ...param, fields: param.fields.map(field => (field.kind === 'scalar' ? field : renamed(field))) };
  });
  const { buffers } = withBuffer(document.launch, index, { name });
  const pointed = buffers.map(of => (of.fields ? { ...of, fields: of.fields.map(renamed) } : of));
  return {
    launch: { ...document.launch, buffers: pointed, params },
    expectations: document.expectations.map(renamed),
    guessed: document.guessed.filter(path => path !== `buffers[${index}].name`),
  };
}

/** Another buffer for a pointer. A buffer without a pointer is removed, with its expectation. */
export function pointTo(document: WorkbenchDocument, place: ValuePlace, buffer: string): Patch {
  const launch = withTarget(document.launch, place, buffer);
  const used = new Set(pointersOf(launch).map(pointer => pointer.buffer));
  const kept = launch.buffers.map((_, i) => i).filter(i => used.has(launch.buffers[i].name));
  const guessed = document.guessed.flatMap(path => {
    const match = /^buffers\[(\d+)\](.*)$/.exec(path);
    if (!match) return [path];
    const at = kept.indexOf(Number(match[1]));
    return at < 0 ? [] : [`buffers[${at}]${match[2]}`];
  });
  return {
    launch: { ...launch, buffers: kept.map(i => launch.buffers[i]) },
    guessed,
    expectations: document.expectations.filter(expectation => used.has(expectation.buffer)),
  };
}

/** A buffer of its own for a pointer that shared one: a copy. */
export function pointToCopy(document: WorkbenchDocument, place: ValuePlace, wanted: string): Patch {
  const { launch } = document;
  const current = pointersOf(launch).find(p => p.place === placePath(place));
  const spec = launch.buffers.find(buffer => buffer.name === current?.buffer) ?? launch.buffers[0];
  let name = wanted;
  for (let n = 2; launch.buffers.some(buffer => buffer.name === name); n++) name = `${wanted}${n}`;
  const grown = { ...launch, buffers: [...launch.buffers, { ...spec, name }] };
  return { launch: withTarget(grown, place, name) };
}

export function withExpectation(
  document: WorkbenchDocument,
  buffer: string,
  expectation: Omit<Expectation, 'buffer'> | null,
): Patch {
  const at = document.expectations.findIndex(e => e.buffer === buffer);
  const expectations = [...document.expectations];
  if (expectation === null) expectations.splice(at, at < 0 ? 0 : 1);
  else expectations.splice(at < 0 ? expectations.length : at, at < 0 ? 0 : 1, { buffer, ...expectation });
  return { expectations };
}
