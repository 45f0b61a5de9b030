import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

const LISTS_MODULES = `
  const loaded = [];
  require('node:module').registerHooks({
    load: (url, context, next) => {
      loaded.push(url);
      return next(url, context);
    },
  });
  import(process.argv[1]).then(() => console.log(JSON.stringify(loaded)));
`;

it('what is loaded before the link is small: no package, no kernel, no schema', () => {
  const main = pathToFileURL(join(import.meta.dirname, 'run-server.ts')).href;
  const printed = execFileSync(process.execPath, ['-e', LISTS_MODULES, main], { encoding: 'utf8' });
  const files = (JSON.parse(printed) as string[]).filter(url => url.startsWith('file:'));
  expect(files).toContain(main);
  expect(files.filter(url => /node_modules|\/src\/(kernels|model|ptx)\/|\/contract\/schema/.test(url))).toEqual([]);
  expect(files.length).toBeLessThan(40);
});
