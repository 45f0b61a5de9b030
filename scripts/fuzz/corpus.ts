/** Real modules, and for each entry a launch that fits it: the inputs that are damaged. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { guessLaunch } from '../../src/ptx/outline/guess.ts';
import { outlineOf } from '../../src/ptx/outline/outline.ts';
import type { Module } from '../../src/ptx/parse/ast.ts';
import { parseModule } from '../../src/ptx/parse/module.ts';
import type { Launch } from '../../src/trace/launch.ts';
import { projectRoot } from '../tree.ts';

export interface Specimen {
  readonly name: string;
  readonly ptx: string;
  readonly module: Module;
  readonly launch: Launch;
}

const FOLDERS = [
  'src/inspect/fixtures',
  'src/ptx/checks/fixtures',
  'src/ptx/isa/fixtures',
  'src/ptx/machine/fixtures',
  'src/ptx/outline/fixtures',
  'src/ptx/parse/fixtures',
  'public/ptx/transpose/padded',
];
/** Larger files would take the time of many small ones. */
const LARGEST_BYTES = 40_000;
/** A guessed launch may have many CTAs, but here only the code matters. */
const MOST_GRID = 4;

export function corpus(): Specimen[] {
  return FOLDERS.flatMap(folder =>
    readdirSync(join(projectRoot, folder))
      .filter(file => file.endsWith('.ptx'))
      .sort()
      .flatMap(file => specimens(`${folder}/${file}`)),
  );
}

function specimens(name: string): Specimen[] {
  const ptx = readFileSync(join(projectRoot, name), 'utf8');
  const module = parseModule(ptx);
  if (ptx.length > LARGEST_BYTES || !module.ok) return [];
  const outline = outlineOf(module.value);
  return outline.entries.map(entry => {
    const { launch } = guessLaunch(outline, entry);
    const [x, y, z] = launch.grid.map(size => Math.min(size, MOST_GRID));
    return { name, ptx, module: module.value, launch: { ...launch, entry: entry.name, grid: [x, y, z] } };
  });
}
