/**
 * Checks that a launch can be guessed for any compiled kernel, which the schema accepts and the kernel fits. The sample
 * has one PTX of each folder.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { isWhole } from '../../../../scripts/fixtures/sweep.ts';
import { parseLaunch } from '../../../contract/launch.ts';
import { launchMisfit } from '../../../ptx/outline/entry-fit.ts';
import { guessLaunch } from '../../../ptx/outline/guess.ts';
import { outlineOf } from '../../../ptx/outline/outline.ts';
import { parseModule } from '../../../ptx/parse/module.ts';

const root = new URL('../../../../', import.meta.url);
const files = ['public/ptx', 'src/ptx/parse/fixtures', 'src/ptx/checks/fixtures', 'src/ptx/outline/fixtures'].flatMap(
  folder =>
    readdirSync(new URL(folder, root), { recursive: true })
      .map(String)
      .filter(name => name.endsWith('.ptx'))
      .map(name => `${folder}/${name}`),
);
const firstOfFolder = new Map(files.toReversed().map(file => [dirname(file), file]));
const asked = files.filter(file => isWhole || !file.startsWith('public/') || firstOfFolder.get(dirname(file)) === file);

it.each(asked)('%s: the schema takes the guesses, and they fit', file => {
  const module = parseModule(readFileSync(new URL(file, root), 'utf8'));
  if (!module.ok) return expect.fail(module.error.message);
  const outline = outlineOf(module.value, '');
  for (const entry of outline.entries) {
    const { launch } = guessLaunch(outline, entry);
    expect(parseLaunch(launch)).toMatchObject({ ok: true });
    expect(launchMisfit(entry, launch)).toBeNull();
  }
});
