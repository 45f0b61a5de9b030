/**
 * Report of an error that a person can send to the maintainers: what broke, where, in which version. Plain text without
 * secrets.
 */

const componentStacks = new WeakMap<object, string>();

/** React tells it once, when it catches the error. */
export function keepComponentStack(error: unknown, stack: string | undefined): void {
  if (typeof error === 'object' && error !== null && stack) componentStacks.set(error, stack);
}

export interface ReportPlace {
  readonly link: string;
  /** 'version, commit' of the build. */
  readonly version: string;
  readonly browser: string;
  readonly screen: string;
  readonly date: string;
}

/** Beyond that a link holds a whole document, and says no more of where the fault is. */
const MAX_LINK = 2000;
const MAX_STACK = 4000;

export function reportText(error: unknown, place: ReportPlace): string {
  const { stack = '' } = error instanceof Error ? error : {};
  const components = (typeof error === 'object' && error !== null && componentStacks.get(error)) || '';
  const lines = [
    'Lanescape: report of a fault',
    `what: ${faultWords(error)}`,
    `where: ${shortened(place.link, MAX_LINK)}`,
    `version: ${place.version}`,
    `browser: ${place.browser}`,
    `screen: ${place.screen}`,
    `date: ${place.date}`,
    ...(components ? ['', 'components:', shortened(components.trim(), MAX_STACK)] : []),
    ...(stack ? ['', 'stack:', shortened(stack, MAX_STACK)] : []),
  ];
  return withoutToken(lines.join('\n'));
}

/** 'TypeError: x is undefined'; what was thrown may be anything. */
export function faultWords(error: unknown): string {
  if (error instanceof Error) return error.message === '' ? error.name : `${error.name}: ${error.message}`;
  return typeof error === 'string' ? error : 'an error without a message';
}

/** The token of a link, wherever the text has it. */
const withoutToken = (text: string): string => text.replace(/(token(=|%3D))[\w-]+/gi, '$1(left out)');

const shortened = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length)} … (${text.length} characters)`;

export const placeHere = (): ReportPlace => ({
  link: location.href,
  version: document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content ?? 'unknown',
  browser: navigator.userAgent,
  screen: `${innerWidth} x ${innerHeight}, ${document.documentElement.dataset.theme ?? 'no'} theme`,
  date: new Date().toISOString(),
});
