/** Damaged links: values of other types and sizes, keys with a meaning in JavaScript, cut and packed documents. */
import { packText } from '../../src/state/packed-text.ts';
import type { Choices } from '../random.ts';
import type { LinkSeeds } from './link-seeds.ts';
import { mutateJson } from './mutate-json.ts';

const VALUES: readonly string[] = [
  '',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e308',
  '1e-308',
  '0x1f',
  'NaN',
  'Infinity',
  '007',
  '٣',
  '2147483647',
  '4294967296',
  '9007199254740993',
  '18446744073709551616',
  '999999999',
  '999999999999999999999999',
  'true',
  'null',
  'undefined',
  '[object Object]',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '{}',
  '[]',
  '[[[[',
  '((((',
  '(1,(2,(3,(4,5))))',
  '<64,4,3>',
  'Sw<9,9,9> o 0 o (99999,99999):(1,99999)',
  '(99999,99999):(99999,1)',
  '1,2,3,4,5,6,7,8,9,10',
  '4096.4096',
  '99999.99999',
  '-5_999999999999',
  '1_2_3',
  'sm_999a',
  'e\u0301\u202e\u0000\ud83d\ude42',
  '<img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '"><script>alert(1)</script>',
  '${7*7}',
  '%',
  '%zz',
  '%E0%A4%A',
  '%00',
  '../../etc/passwd',
  '//example.invalid/x',
];

const KEYS = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  'embed',
  'v',
  'a',
  'a.own',
  'doc',
  'fork',
  'f',
];
const PIECES = [
  '(',
  ')',
  '[',
  '{',
  '1',
  '9',
  ',',
  '.',
  ':',
  'a',
  '+',
  '%28',
  'é',
  '🙂',
  'Sw<3,4,3> o ',
  'i+',
  '((1,2),',
  '-',
];
const PATHS = [
  '__proto__',
  'constructor',
  '..',
  '%2e%2e',
  '%00',
  '',
  '%',
  'transpose%2F',
  '<img src=x onerror=alert(1)>',
];
/** Up to longer texts than any browser or chat transmits. */
const LENGTHS = [10, 300, 1000, 4000, 20_000, 100_000];

interface Link {
  path: string;
  params: [name: string, value: string][];
}

function linkOf(text: string): Link {
  const at = text.indexOf('?');
  return at < 0
    ? { path: text, params: [] }
    : { path: text.slice(0, at), params: [...new URLSearchParams(text.slice(at + 1))] };
}

/** Link as the browser writes it, or unescaped, as a person or a chat may have left it. */
function textOf({ path, params }: Link, choices: Choices): string {
  if (params.length === 0) return path;
  const query =
    choices.below(4) === 0
      ? params.map(([name, value]) => `${name}=${value}`).join('&')
      : new URLSearchParams(params).toString();
  return `${path}?${query}`;
}

const long = (choices: Choices): string => {
  const piece = choices.of(PIECES);
  return piece.repeat(Math.ceil(choices.of(LENGTHS) / piece.length));
};

/** Replaces a value; `other` is the value that the same place of another link has. */
function hostile(value: string, other: string, choices: Choices): string {
  switch (choices.below(6)) {
    case 0:
      return other;
    case 1:
      return long(choices);
    case 2:
      return value.slice(0, choices.below(value.length + 1));
    case 3:
      return value.replace(/\d+/, () => choices.of(VALUES));
    case 4:
      return `${value}${choices.of(VALUES)}`;
    default:
      return choices.of(VALUES);
  }
}

type Injury = (link: Link, other: Link, choices: Choices) => void;

const anyParam = (link: Link, choices: Choices): [string, string] =>
  link.params.length > 0 ? choices.of(link.params) : ['v', ''];

const INJURIES: readonly Injury[] = [
  (link, other, choices) => {
    const param = anyParam(link, choices);
    param[1] = hostile(param[1], anyParam(other, choices)[1], choices);
  },
  (link, other, choices) => link.params.push([choices.of(KEYS), hostile('1', anyParam(other, choices)[1], choices)]),
  // The same key twice, with another value.
  (link, other, choices) => {
    const [name, value] = anyParam(link, choices);
    link.params.push([name, hostile(value, anyParam(other, choices)[1], choices)]);
  },
  // Fields of one page on another page.
  (link, other) => link.params.push(...other.params),
  (link, _, choices) => link.params.splice(choices.below(link.params.length + 1), 1),
  (link, other, choices) => {
    const parts = link.path.split('/');
    parts[choices.below(parts.length)] = choices.below(2) === 0 ? choices.of(PATHS) : other.path.split('/')[1];
    link.path = parts.join('/');
  },
];

/** Characters that were lost, doubled or exchanged. */
function garbled(text: string, choices: Choices): string {
  const at = choices.below(text.length + 1);
  return (
    text.slice(0, at) +
    choices.of(['', '%', '&', '=', '#', '?', '+', '\u0000', '🙂']) +
    text.slice(at + choices.below(3))
  );
}

/** Texts that are nested deeper than any parser's stack, or that unpack to a thousand times their length. */
const BOMBS: readonly (() => string)[] = [
  () => '['.repeat(1_000_000),
  () => '{"a":'.repeat(200_000),
  () => `${'['.repeat(5000)}${']'.repeat(5000)}`,
  () => ' '.repeat(5_000_000),
  () => `"${'x'.repeat(5_000_000)}"`,
  () => `[${'0,'.repeat(1_000_000)}0]`,
  () => '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
];

async function packedDamage({ document }: LinkSeeds, choices: Choices): Promise<string> {
  const text = choices.below(3) === 0 ? choices.of(BOMBS)() : JSON.stringify(mutateJson(document, choices));
  const packed = await packText(text);
  const whole = packed.ok ? packed.value : 'A';
  switch (choices.below(4)) {
    case 0:
      return whole.slice(0, choices.below(whole.length + 1));
    case 1:
      return garbled(whole, choices);
    default:
      return whole;
  }
}

/** Run n always does the same damage to the same link. */
export async function mutateLink(seeds: LinkSeeds, choices: Choices): Promise<string> {
  const link = linkOf(choices.of(seeds.links));
  const other = linkOf(choices.of(seeds.links));
  const packed = link.params.find(([name]) => name === 'doc' || name === 'a.own');
  if (packed) packed[1] = await packedDamage(seeds, choices);
  for (let n = (packed ? 0 : 1) + choices.below(3); n > 0; n--) choices.of(INJURIES)(link, other, choices);
  const text = textOf(link, choices);
  return choices.below(5) === 0 ? garbled(text, choices) : text;
}
