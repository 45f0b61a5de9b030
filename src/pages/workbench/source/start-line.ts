/** The line of a text at which the launched kernel begins, 1-based; 1 where it is not found. Pure. */

import type { WorkbenchDocument } from '../../../contract/workbench-document.ts';
import type { SourceTab } from '../../../panels/code-editor/source-tab.ts';
import { functionNameOf } from '../../../ptx/outline/kernel-name.ts';

/** `compiled`: PTX of a document in CUDA. */
export function startLine(
  tab: Pick<SourceTab, 'language' | 'name' | 'text' | 'editable'>,
  { source, launch: { entry } }: Pick<WorkbenchDocument, 'source' | 'launch'>,
  compiled: string | null,
): number {
  if (tab.language === 'ptx') return lineInPtx(tab.text, entry);
  if (tab.editable) return lineInCuda(tab.text, entry);
  return lineInSource(source.language === 'ptx' ? source.text : (compiled ?? ''), entry, tab.name);
}

/** `entry`: name in the module; undefined: the first kernel. */
function lineInPtx(ptx: string, entry: string | undefined): number {
  const at = entryAt(ptx, entry);
  return at < 0 ? 1 : lineAt(ptx, at);
}

/** Of CUDA that is compiled here, whose kernel the launch may call by its mangled name. */
function lineInCuda(cuda: string, entry: string | undefined): number {
  const bare = entry === undefined ? null : functionNameOf(entry).split('<')[0];
  const kernels = kernelsIn(cuda);
  const kernel = kernels.find(({ name }) => name === bare) ?? kernels[0];
  return kernel === undefined ? 1 : lineAt(cuda, kernel.at);
}

const GLOBAL = '__global__';
/** Words between `__global__` and a kernel's name that have parentheses of their own. */
const BOUNDS = new Set(['__launch_bounds__', '__cluster_dims__', '__block_size__']);

function kernelsIn(cuda: string): { readonly at: number; readonly name: string }[] {
  const found: { readonly at: number; readonly name: string }[] = [];
  for (let at = cuda.indexOf(GLOBAL); at >= 0; at = cuda.indexOf(GLOBAL, at + 1)) {
    const words = cuda.slice(at + GLOBAL.length, at + 400).split('(');
    const names = words.slice(0, -1).map(text => text.trimEnd().split(/\W/).at(-1) ?? '');
    const name = names.find(each => !BOUNDS.has(each));
    if (name !== undefined) found.push({ at, name });
  }
  return found;
}

/**
 * Of a source by its name in the line table: the first line from which an instruction of the kernel was made; functions that are
 * inlined there may stand above it.
 */
function lineInSource(ptx: string, entry: string | undefined, file: string): number {
  const number = Array.from(ptx.matchAll(/^[ \t]*\.file[ \t]+(\d+)[ \t]+"([^"\n]+)"/gm)).find(
    ([, , name]) => name === file,
  )?.[1];
  const from = Math.max(0, entryAt(ptx, entry));
  const next = ptx.slice(from + 1).search(/^[ \t]*(?:\.visible[ \t]+)?\.(?:entry|func)\b/m);
  const body = ptx.slice(from, next < 0 ? undefined : from + 1 + next);
  const lines = Array.from(body.matchAll(/^[ \t]*\.loc[ \t]+(\d+)[ \t]+(\d+)(.*)/gm)).flatMap(([, of, line, rest]) =>
    of === number && Number(line) > 0 && !rest.includes('inlined_at') ? Number(line) : [],
  );
  return lines.reduce((least, line) => Math.min(least, line), lines[0] ?? 1);
}

function entryAt(ptx: string, entry: string | undefined): number {
  for (const { 1: name, index } of ptx.matchAll(/\.entry\s+([\w$]+)/g))
    if (entry === undefined || name === entry || functionNameOf(name) === entry) return index;
  return -1;
}

function lineAt(text: string, at: number): number {
  let line = 1;
  for (let next = text.indexOf('\n'); next >= 0 && next < at; next = text.indexOf('\n', next + 1)) line++;
  return line;
}
