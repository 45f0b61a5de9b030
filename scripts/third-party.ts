/**
 * The licences of the packages that a bundle has inside: most ask that their text goes wherever their code goes. Written by the
 * bundler, from what it put into the bundle.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const LICENCE_FILE = /^(licen[cs]e|notice|copying)(\..*)?$/i;

/** @param fileName of the list, in the bundle's folder. */
export const thirdPartyLicences = (fileName: string): Plugin => ({
  name: 'third-party-licences',
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap(file => (file.type === 'chunk' ? file.moduleIds : []));
    this.emitFile({ type: 'asset', fileName, source: licenceTexts(modules) });
  },
});

/** One part for each package, in order of the names. @param modules paths of files; those outside of node_modules do not count. */
export function licenceTexts(modules: readonly string[]): string {
  const folders = new Set(modules.flatMap(path => packageFolder(path) ?? []));
  return [...folders].map(partOf).sort().join('\n');
}

/** `/x/node_modules/@a/b/lib/c.js` is of the package in `/x/node_modules/@a/b`. */
function packageFolder(path: string): string | null {
  const inside = /^(?:\0)?(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(path);
  return inside?.[1] ?? null;
}

function partOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter(file => LICENCE_FILE.test(file));
  const texts = files.map(file => readFileSync(join(folder, file), 'utf8').trim());
  return [`${name} ${version} (${license})`, '', ...texts, '', '-'.repeat(72), ''].join('\n');
}
