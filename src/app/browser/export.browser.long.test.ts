/** Checks the files as which the exhibit can be saved: other programs read them, and they say where they come from. */

import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { LANES } from '../../base/hardware.ts';
import type { Evidence } from '../../trace/evidence.ts';
import { exhibitOn } from './fixtures/exhibit-object.ts';
import { browserVisits } from './fixtures/visit.ts';

const visits = browserVisits();

/** Every warp of CTA 0 loads and stores once in each of the two memories. */
const ACCESSES = 32 * 4;

async function openExhibit(search = '') {
  const { page } = await visits.open(`/banks/transpose${search}`, { acceptDownloads: true });
  const exhibit = exhibitOn(page);
  await exhibit.settled();
  return { page, exhibit };
}

interface SavedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Chooses an item of the export menu and waits for as many files as it gives. */
async function saved(page: Page, item: string, files = 1): Promise<SavedFile[]> {
  const downloads: Download[] = [];
  const all = new Promise<void>(resolve => {
    page.on('download', download => {
      downloads.push(download);
      if (downloads.length === files) resolve();
    });
  });
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: item }).click();
  await all;
  return Promise.all(
    downloads.map(async download => ({
      name: download.suggestedFilename(),
      bytes: await readFile(await download.path()),
    })),
  );
}

const textOf = async (page: Page, item: string): Promise<string> => (await saved(page, item))[0].bytes.toString();

/** Numbers that the browser's own SVG reader finds in a text. */
const readSvg = (page: Page, text: string) =>
  page.evaluate(svg => {
    const read = new DOMParser().parseFromString(svg, 'image/svg+xml');
    const all = [...read.querySelectorAll('*')];
    return {
      error: read.querySelector('parsererror')?.textContent ?? null,
      root: read.documentElement.localName,
      names: [...new Set(all.map(element => element.localName))],
      ids: all.map(element => element.id).filter(id => id !== ''),
      desc: read.querySelector('desc')?.textContent ?? '',
      handlers: all.flatMap(element => element.getAttributeNames().filter(name => name.startsWith('on'))),
      links: all.flatMap(element => element.getAttribute('href') ?? element.getAttribute('xlink:href') ?? []),
      texts: [...read.querySelectorAll('text')].map(element => element.textContent),
      colours: read.documentElement.outerHTML.match(/var\(--/g)?.length ?? 0,
    };
  }, text);

describe('the pictures as SVG', () => {
  test('are well formed, hold both variants and the link, and nothing that runs', async () => {
    const { page } = await openExhibit('?warp=5&pin=11.5');
    const [{ name, bytes }] = await saved(page, 'Pictures as SVG');
    expect(name).toBe('transpose-tiled-padded.svg');
    const svg = await readSvg(page, bytes.toString());
    expect(svg.error).toBeNull();
    expect(svg.root).toBe('svg');
    expect(svg.ids).toEqual(expect.arrayContaining(['A', 'B']));
    expect(new Set(svg.ids).size).toBe(svg.ids.length);
    expect(svg.names.filter(tag => /^(script|foreignobject|iframe|image|use|a|style|animate|set)$/i.test(tag))).toEqual(
      [],
    );
    expect(svg.handlers).toEqual([]);
    expect(svg.links).toEqual([]);
    expect(svg.colours).toBe(0);
    expect(svg.desc).toContain(`${visits.url()}#/banks/transpose?`);
    expect(svg.desc).toContain('warp=5');
    expect(svg.desc).toContain('pin=11.5');
    expect(svg.texts).toEqual(expect.arrayContaining(['Predicted', 'Emulated']));
  });

  test('draw without help from the page', async () => {
    const { page } = await openExhibit();
    const text = await textOf(page, 'Pictures as SVG');
    const size = await page.evaluate(async svg => {
      const image = new Image();
      image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
      await image.decode();
      return [image.naturalWidth, image.naturalHeight];
    }, text);
    expect(Math.min(...size)).toBeGreaterThan(500);
  });

  test('are drawn in the theme on screen', async () => {
    const { page } = await openExhibit();
    const light = await textOf(page, 'Pictures as SVG');
    await page.getByRole('button', { name: 'Switch to the dark theme' }).click();
    const dark = await textOf(page, 'Pictures as SVG');
    expect(light).toContain('#f8f9fb');
    expect(dark).toContain('#0e1116');
    expect(dark).not.toContain('#f8f9fb');
  });
});

describe('the pictures as PNG', () => {
  test('have twice the size of the SVG', async () => {
    const { page } = await openExhibit();
    const svg = await textOf(page, 'Pictures as SVG');
    const [, width, height] = /<svg[^>]* width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
    const [{ name, bytes }] = await saved(page, 'Pictures as PNG');
    expect(name).toBe('transpose-tiled-padded.png');
    expect(bytes.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
    // The IHDR chunk: width and height, big-endian, from byte 16 on.
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([2 * Number(width), 2 * Number(height)]);
    expect(Number(width)).toBeGreaterThan(500);
  });
});

describe('the traces', () => {
  test('as JSON Lines have a line for every access of the CTA', async () => {
    const { page } = await openExhibit();
    const files = await saved(page, 'Traces as JSON Lines', 2);
    expect(files.map(file => file.name).sort()).toEqual([
      'transpose-padded-emulated-trace.jsonl',
      'transpose-tiled-emulated-trace.jsonl',
    ]);
    for (const { bytes } of files) {
      const rows = bytes
        .toString()
        .trim()
        .split('\n')
        .map(line => JSON.parse(line));
      expect(rows).toHaveLength(ACCESSES);
      expect(rows.filter(row => row.space === 'shared' && row.kind === 'load')).toHaveLength(32);
      for (const row of rows) expect(row.address).toHaveLength(LANES);
    }
  });

  test('as CSV have the same rows and a head', async () => {
    const { page } = await openExhibit('?v=xor');
    const [{ bytes }] = await saved(page, 'Traces as CSV');
    const [head, ...rows] = bytes.toString().trim().split('\n');
    expect(rows).toHaveLength(ACCESSES);
    expect(head.split(',').slice(0, 4)).toEqual(['cta', 'warp', 'pc', 'space']);
    for (const row of rows) expect(row.split(',')).toHaveLength(head.split(',').length);
  });
});

describe('the evidence', () => {
  test('as JSON has the numbers on screen, with their source and the link', async () => {
    const { page } = await openExhibit('?pad=2');
    const { link, variants } = JSON.parse(await textOf(page, 'Evidence as JSON'));
    expect(link).toContain(`${visits.url()}#/banks/transpose?`);
    expect(link).toContain('pad=2');
    const chosen = (variants as { variant: string; evidence: Evidence[] }[]).map(({ variant, evidence }) => {
      const { values, verdict } = evidence.find(record => record.quantity === 'chosen access')!;
      return [variant, values.predicted?.value, values.emulated?.value, verdict.kind];
    });
    expect(chosen).toEqual([
      ['tiled', 32, 32, 'agree'],
      ['padded', 2, 2, 'agree'],
    ]);
    expect(JSON.stringify(variants)).not.toContain('measured');
  });

  test('as CSV has the same lines', async () => {
    const { page } = await openExhibit('?pad=2');
    const { variants } = JSON.parse(await textOf(page, 'Evidence as JSON'));
    const [head, ...rows] = (await textOf(page, 'Evidence as CSV')).trim().split('\n');
    expect(head).toBe('variant,source,quantity,value,unit,verdict');
    const values = (variants as { evidence: Evidence[] }[]).flatMap(v =>
      v.evidence.flatMap(e => Object.keys(e.values)),
    );
    expect(rows).toHaveLength(values.length);
    expect(rows).toContain('padded,emulated,chosen access,2,wavefronts,agree');
  });
});
