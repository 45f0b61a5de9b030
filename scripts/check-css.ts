/**
 * Checks that style sheets contain no unused classes and custom properties, and that what they share is written once:
 * classes, the widths at which the page changes, colours and layers.
 */
import { posix } from 'node:path';
import { type Findings, isTestOnly, type Tree } from './tree.ts';

/**
 * Widths at which the page changes, and what a sheet may ask about the device. Paper is narrow, and no phone: it has the
 * order of a wide window.
 */
const MEDIA: ReadonlySet<string> = new Set([
  'screen and (max-width: 599px)', // a narrow phone: what stood side by side stands below one another
  'screen and (max-width: 899px)', // a phone: one column, targets for a finger
  'print, (min-width: 900px)',
  'screen and (max-width: 1279px)', // no rail: it is a drawer
  '(min-width: 900px) and (max-width: 1279px)',
  '(min-width: 1280px)',
  'screen and (max-width: 1439px)', // a small screen: narrower rails
  '(min-width: 1280px) and (max-width: 1439px)',
  'screen and (max-width: 1599px)', // the header has no room for more than its sections
  '(min-width: 1920px)', // a projector: larger text
  '(min-height: 1000px)',
  '(hover: none)',
  '(prefers-reduced-motion: reduce)',
  '(prefers-color-scheme: dark)',
  'print',
]);

/** The sheet that names sizes, layers and the few colours that are not the theme's. */
const TOKENS = 'src/app/tokens.css';

const isSheet = (path: string): boolean => path.startsWith('src/') && path.endsWith('.css');
const isModule = (path: string): boolean => path.endsWith('.module.css');

export function checkCss(tree: Tree): Findings {
  const sheets = tree.paths.filter(isSheet).map(path => ({ path, text: withoutComments(tree.read(path)) }));
  const code = tree.paths
    .filter(path => path.startsWith('src/') && /\.tsx?$/.test(path) && !isTestOnly(path))
    .map(path => ({ path, text: tree.read(path) }));
  const page = tree.paths.includes('index.html') ? [{ path: 'index.html', text: tree.read('index.html') }] : [];
  return [
    ...checkModules(
      sheets.filter(({ path }) => isModule(path)),
      code,
    ),
    ...checkParts(
      sheets.filter(({ path }) => !isModule(path)),
      [...code, ...page],
    ),
    ...checkProperties(sheets, code),
    ...sheets.flatMap(checkValues),
    ...[...sheets, ...code].flatMap(checkMedia),
  ];
}

interface Source {
  readonly path: string;
  readonly text: string;
}

const withoutComments = (text: string): string =>
  text
    .split('/*')
    .map((part, i) => (i === 0 ? part : part.slice(part.indexOf('*/') + 2)))
    .join('');

/**
 * Names of classes in selectors, each of which the formatter puts on its own line. What `:global` wraps belongs to
 * others.
 */
function classesOf({ text }: Source): ReadonlySet<string> {
  const selectors = text.split('\n').filter(line => /[{,]$/.test(line));
  const own = selectors.map(line => line.replaceAll(/:global\([^():]*\)/g, ''));
  return new Set(own.flatMap(line => [...line.matchAll(/\.([a-zA-Z_][\w-]*)/g)].map(([, name]) => name)));
}

const IMPORT = /import (\w+) from '(\.[^']*\.module\.css)'/g;

/** A class of a module must be defined if it is used, and used if it is defined. */
function checkModules(sheets: readonly Source[], code: readonly Source[]): Findings {
  const used = new Map(sheets.map(({ path }) => [path, new Map<string, string>()]));
  const everything = new Set<string>();
  for (const { path, text } of code) {
    for (const [, name, from] of text.matchAll(IMPORT)) {
      const sheet = posix.join(posix.dirname(path), from);
      for (const [, one] of text.matchAll(new RegExp(`(?<![\\w./-])${name}\\.(\\w+)(?!\\.css)`, 'g')))
        used.get(sheet)?.set(one, path);
      // Only the running page knows which class is asked for.
      if (text.includes(`${name}[`)) everything.add(sheet);
    }
  }
  return sheets.flatMap(sheet => {
    const defined = classesOf(sheet);
    const names = used.get(sheet.path) ?? new Map<string, string>();
    const unused = everything.has(sheet.path) ? [] : [...defined].filter(name => !names.has(name));
    const unknown = [...names].filter(([name]) => !defined.has(name));
    return [
      ...unused.map(name => `${sheet.path} defines .${name}, which nothing uses`),
      ...unknown.map(([name, path]) => `${path} uses .${name}, which ${sheet.path} does not define`),
    ];
  });
}

/** Classes that every page may use are words, so each is searched for between quotes. */
function checkParts(sheets: readonly Source[], code: readonly Source[]): Findings {
  const defined = new Set(sheets.flatMap(sheet => [...classesOf(sheet)]));
  const unused = new Set(defined);
  const findings: string[] = [];
  for (const { path, text } of code) {
    for (const name of unused) if (new RegExp(`["'\`}> ]${name}["'\`$< ]`).test(text)) unused.delete(name);
    for (const [, plain, template] of text.matchAll(/\b[cC]lassName=(?:"([^"]*)"|\{`([^`]*)`\})/g)) {
      const words = (plain ?? template.replaceAll(/\$\{[^${}]*\}/g, ' ')).split(' ').filter(word => word !== '');
      const unknown = words.filter(word => !defined.has(word));
      findings.push(...unknown.map(name => `${path} uses .${name}, which no sheet defines for every page`));
    }
  }
  return [...findings, ...[...unused].map(name => `.${name} is defined for every page, and none uses it`)];
}

/** In code: a whole name between quotes, or the start of a name in a template. */
const IN_CODE = /['"](--[a-z][\w-]*)['"]|`(--[a-z][\w-]*-)\$\{/g;

/** A custom property that is declared must be read by a `var()`; names that a template makes, by one with the same start. */
function checkProperties(sheets: readonly Source[], code: readonly Source[]): Findings {
  const read = new Set(
    [...sheets, ...code].flatMap(({ text }) => [...text.matchAll(/var\((--[\w-]*)/g)].map(([, name]) => name)),
  );
  const declared = [
    ...sheets.flatMap(({ path, text }) => declaredIn(text).map(name => ({ path, name, start: '' }))),
    ...code.flatMap(({ path, text }) =>
      [...text.matchAll(IN_CODE)].map(([, name, start]) => ({ path, name: name ?? null, start })),
    ),
  ];
  const unread = declared.filter(({ name, start }) =>
    name === null ? ![...read].some(one => one.startsWith(start)) : !read.has(name),
  );
  return [
    ...new Set(unread.map(({ path, name, start }) => `${path} declares ${name ?? `${start}…`}, which nothing reads`)),
  ];
}

/** The formatter gives each declaration a line of its own. */
const declaredIn = (sheet: string): string[] =>
  sheet.split('\n').flatMap(line => {
    const [name, value] = line.trim().split(':');
    return name.startsWith('--') && value !== undefined ? [name] : [];
  });

const COLOUR = /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|oklab)\(/;

function checkValues({ path, text }: Source): Findings {
  if (path === TOKENS) return [];
  const lines = text.split('\n').map(line => line.trim());
  return [
    ...lines
      .filter(line => COLOUR.test(line))
      .map(line => `${path} has a colour of its own, ${line} Name it in ${TOKENS} or in the theme`),
    ...lines
      .filter(line => line.startsWith('z-index:') && !line.includes('var('))
      .map(line => `${path} has a layer of its own, ${line} Name it in ${TOKENS}`),
  ];
}

function checkMedia({ path, text }: Source): Findings {
  const asked = path.endsWith('.css')
    ? [...text.matchAll(/^ *@media (.+) \{$/gm)]
    : [...text.matchAll(/'(?:@media )?((?:screen and )?\((?:max|min)-(?:width|height): [^']*\)|\(prefers-[^']*\))'/g)];
  return asked
    .filter(([, query]) => !MEDIA.has(query))
    .map(([, query]) => `${path} asks for ${query}, which is not in the list of scripts/check-css.ts`);
}
