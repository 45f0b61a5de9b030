import { describe, expect, test } from 'vitest';
import { pictureCases } from '../cases/index.ts';
import { themes } from '../theme.ts';
import { figuresSvg } from './figure-svg.ts';
import { SceneBuilder } from './scene-builder.ts';
import { escapeXml, svgDocument } from './svg.ts';

/** The first thing that is no well-formed XML, or null. Knows the subset that a picture needs. */
function xmlError(text: string): string | null {
  const open: string[] = [];
  let at = 0;
  for (const { 0: token, index } of text.matchAll(/<[^>]*>|[^<]+/g)) {
    if (index !== at) return `stray < at ${at}`;
    at += token.length;
    const error = token.startsWith('<') ? tagError(token, open) : textError(token);
    if (error !== null) return error;
  }
  return open.length === 0 && at === text.length ? null : `not closed: ${open.join(' ')}`;
}

const ATTRIBUTE = /\s+([A-Za-z_:][\w:.-]*)="([^"<]*)"/g;

function tagError(tag: string, open: string[]): string | null {
  const closing = /^<\/([\w:-]+)>$/.exec(tag);
  if (closing) return open.pop() === closing[1] ? null : `${tag} closes another element`;
  const parts = /^<([A-Za-z][\w:-]*)((?:\s+[A-Za-z_:][\w:.-]*="[^"<]*")*)\s*(\/?)>$/.exec(tag);
  if (!parts) return `no tag: ${tag}`;
  const names: string[] = [];
  for (const [, name, value] of parts[2].matchAll(ATTRIBUTE)) {
    if (names.includes(name)) return `${name} twice in ${tag}`;
    names.push(name);
    const error = textError(value);
    if (error !== null) return error;
  }
  if (parts[3] === '') open.push(parts[1]);
  return null;
}

// biome's rule against control characters in patterns is the very thing looked for, so the codes are compared instead.
const isForbidden = (code: number): boolean => code < 0x20 && code !== 9 && code !== 10 && code !== 13;

function textError(text: string): string | null {
  if ([...text].some(c => isForbidden(c.codePointAt(0)!))) return 'control character';
  return /&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)/i.test(text) ? `bare & in ${text.slice(0, 40)}` : null;
}

describe('the checker itself', () => {
  test.each([
    ['<a><b></a></b>', 'closes another'],
    ['<a x="1" x="2"/>', 'twice'],
    ['<a>x & y</a>', 'bare &'],
    ['<a x="&nbsp;"/>', 'bare &'],
    ['<a x=1/>', 'no tag'],
    ['<a>', 'not closed'],
    ['<a>< b</a>', 'no tag'],
    ['<a>\u0001</a>', 'control'],
  ])('refuses %s', (text, reason) => {
    expect(xmlError(text)).toContain(reason);
  });

  test('accepts what is right', () => {
    expect(xmlError('<a x="1 &amp; 2"><b/>text &lt;</a>')).toBeNull();
  });
});

describe.each(['light', 'dark'] as const)('every case in the %s theme', name => {
  test.each(pictureCases)('$id', ({ title, blurb, figure }) => {
    const theme = themes[name];
    const columns = [{ letter: 'A' as const, title, note: blurb, figures: [figure(theme)] }];
    const svg = figuresSvg({ title, description: blurb, theme, columns });
    expect(xmlError(svg)).toBeNull();
    expect(svg).not.toMatch(/<script|<foreignObject|\son\w+=|javascript:/i);
    // 'nan' is how a value of a buffer is written, and 'NaN' a slip.
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    const own = theme.name === 'light' ? themes.dark : themes.light;
    expect(svg).not.toContain(own.banks[0]);
    expect(svg).toContain('<g id="A">');
  });
});

test('names from outside stay text', () => {
  const scene = new SceneBuilder();
  scene.text(0, 10, '<script>alert("x")</script> & \u0000', '#000000');
  const svg = svgDocument({
    width: 10,
    height: 10,
    title: '</title><script>',
    description: 'a & b < c \ud800',
    background: null,
    groups: [{ id: '"><script>', parts: [{ x: 0, y: 0, scene: scene.finish(10, 10) }] }],
  });
  expect(xmlError(svg)).toBeNull();
  expect(svg).not.toContain('<script');
});

test('escapes the five and replaces what XML cannot hold', () => {
  expect(escapeXml(`<&>"'`)).toBe('&lt;&amp;&gt;&quot;&#39;');
  expect(escapeXml('a\u0000b\u001fc\ufffed')).toBe('a\ufffdb\ufffdc\ufffdd');
  expect(escapeXml('0x0594 → bank 5 ⊕ 𝄞')).toBe('0x0594 → bank 5 ⊕ 𝄞');
});

test('marks carry lane, bank and address', () => {
  const theme = themes.light;
  const padded = pictureCases.find(({ id }) => id === 'tile-padded')!;
  const columns = [{ letter: null, title: '', note: '', figures: [padded.figure(theme)] }];
  const svg = figuresSvg({ title: '', description: '', theme, columns });
  // Row 11, column 5 of pitch 33: word 368, byte 1472, bank 16, read by lane 11.
  expect(svg).toMatch(/<rect [^>]*data-lane="11" data-bank="16" data-addr="0x05C0"\/>/);
  expect(svg.match(/data-lane="\d+"/g)!.length).toBeGreaterThanOrEqual(32);
  expect(svg).toContain('<pattern id="pad-4-');
});
