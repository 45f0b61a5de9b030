/** The link is the state: what the controls do to it, and what comes back out of it. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { changedSince, exhibitOn, pixelsOf, saidIn } from './fixtures/exhibit-object.ts';
import { browserVisits } from './fixtures/visit.ts';

const visits = browserVisits();

async function openExhibit(search = '') {
  const { page, context } = await visits.open(`/banks/transpose${search}`);
  const exhibit = exhibitOn(page);
  await exhibit.settled();
  return { page, context, exhibit };
}

const hashOf = (page: Page): string => new URL(page.url()).hash;

describe('controls', () => {
  test('the padding moves both sources, and the link', async () => {
    const { page, exhibit } = await openExhibit();
    await page.getByRole('slider', { name: 'Padding, elements' }).focus();
    await page.keyboard.press('ArrowLeft');
    await exhibit.expectWavefronts(['32', '32']);
    await exhibit.expectSearch({ pad: '0' });
    await page.keyboard.press('ArrowRight');
    await exhibit.expectWavefronts(['32', '1']);
    await page.keyboard.press('ArrowRight');
    await exhibit.expectWavefronts(['32', '2']);
    await exhibit.expectSearch({ pad: '2' });
    expect(await exhibit.field('Padding').inputValue()).toBe('2');
  });

  test('every other one moves the link as well', async () => {
    const { page, exhibit } = await openExhibit();
    await exhibit.choice('Tile side').selectOption('64');
    await exhibit.choice('Element').selectOption('8 B');
    await exhibit.choice('Architecture').selectOption('sm_120');
    await exhibit.choice('Colour by').selectOption('16 B chunk');
    await exhibit.choice('Variant B').selectOption('XOR swizzle');
    await page.getByRole('radio', { name: 'Store row' }).check({ force: true });
    await exhibit.choice('Warp').selectOption('3');
    await exhibit.field('Rows').fill('100');
    await exhibit.field('CTA (0, 0) of 1 × 2').fill('1');
    await page.getByRole('button', { name: 'Add Coarsened' }).click();
    await page.getByRole('button', { name: 'Remove variant A, Tiled' }).click();
    await exhibit.expectSearch({
      v: 'xor,coarsened',
      tile: '64',
      elementBytes: '8',
      arch: 'sm_120',
      colour: 'chunk',
      side: 'store',
      warp: '3',
      rows: '100',
      cta: '1',
    });
    await page.getByRole('region', { name: 'Variant B: Coarsened' }).waitFor();
  });

  test('what does not fit a field is refused by name and changes nothing', async () => {
    const { page, exhibit } = await openExhibit();
    const link = hashOf(page);
    const before = await pixelsOf(exhibit.canvas('B', 'Tile'));
    for (const text of ['99', '-1', '1.5', 'two', '']) {
      await exhibit.field('Padding').fill(text);
      await page.getByRole('alert').getByText('Padding, elements: a whole number from 0 to 33').waitFor();
      expect(await exhibit.field('Padding').getAttribute('aria-invalid'), text).toBe('true');
      expect(await exhibit.wavefronts('Predicted'), text).toEqual(['32', '1']);
      expect(await changedSince(exhibit.canvas('B', 'Tile'), before), text).toBeNull();
      expect(hashOf(page), text).toBe(link);
      await exhibit.field('Padding').blur();
      expect(await exhibit.field('Padding').inputValue(), text).toBe(text);
      await exhibit.field('Padding').press('Escape');
      expect(await exhibit.field('Padding').inputValue(), text).toBe('1');
      expect(await page.getByRole('alert').count(), text).toBe(0);
    }
  });

  test('two values that fit only one by one are refused together', async () => {
    const { page, exhibit } = await openExhibit('?elementBytes=16&rows=16384');
    await exhibit.field('Columns').fill('16384');
    await page.getByRole('alert').getByText('columns: rows x columns x elementBytes').waitFor();
    expect(exhibit.search()).toEqual({ elementBytes: '16', rows: '16384' });
  });

  test('a smaller launch or program takes a choice along that it no longer has', async () => {
    const { page, exhibit } = await openExhibit('?tile=64&rows=128&columns=128&cta=3&request=3');
    expect(await saidIn(exhibit.transport)).toContain('access 4 of 128');
    await exhibit.choice('Tile side').selectOption('32');
    await exhibit.transport.getByText('access 1 of 32').waitFor();
    for (const name of ['Rows', 'Columns']) await exhibit.field(name).fill('32');
    await exhibit.expectWavefronts(['32', '1']);
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});

describe('history', () => {
  test('a reload restores the state', async () => {
    const { page, exhibit } = await openExhibit('?v=tiled,padded&pad=2&warp=5&side=load&pin=3.4');
    await page.getByRole('slider', { name: 'Padding, elements' }).press('ArrowRight');
    await exhibit.expectSearch({ pad: '3' });
    const link = hashOf(page);
    await page.reload();
    await exhibit.settled();
    expect(hashOf(page)).toBe(link);
    expect(await exhibit.field('Padding').inputValue()).toBe('3');
    expect(await exhibit.choice('Warp').inputValue()).toBe('5');
    await exhibit.expectWavefronts(['32', '1']);
  });

  test('back leaves the exhibit at once, however much was changed in it; forward returns to the last state', async () => {
    const { page } = await visits.open('/');
    await page.getByRole('button', { name: 'Banks', exact: true }).click();
    await page.getByRole('link', { name: /^Transpose / }).click();
    const exhibit = exhibitOn(page);
    await exhibit.settled();
    await exhibit.field('Padding').fill('4');
    await exhibit.field('Padding').fill('8');
    await exhibit.expectSearch({ pad: '8' });
    await page.goBack();
    await page.getByRole('heading', { name: /^Shared memory has 32 doors/ }).waitFor();
    await page.goForward();
    await exhibit.expectWavefronts(['32', '8']);
    await exhibit.expectSearch({ pad: '8' });
  });
});

describe('a copied link', () => {
  test('holds exactly what is on screen, playhead and pin included', async () => {
    const { page, context, exhibit } = await openExhibit('?v=padded,tiled&pad=2');
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await exhibit.choice('Warp').selectOption('5');
    await exhibit.choice('Colour by').selectOption('offset');
    await exhibit.clickCell('A', { row: 11, column: 5 });
    await page.mouse.move(0, 0);
    await page.getByRole('button', { name: 'Play', exact: true }).focus();
    await page.keyboard.press('Home');
    for (let i = 0; i < 7; i++) await page.keyboard.press('ArrowRight');
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Copied').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(Object.fromEntries(new URLSearchParams(link.split('?')[1]))).toMatchObject({
      v: 'padded,tiled',
      pad: '2',
      warp: '5',
      side: 'load',
      colour: 'offset',
      pin: '11.5',
      at: '7',
    });

    const second = exhibitOn(await context.newPage());
    await second.page.goto(link);
    await second.settled();
    expect(await saidIn(second.transport)).toContain('Wavefront 7 of 32');
    expect(await saidIn(second.transport)).toBe(await saidIn(exhibit.transport));
    for (const [letter, title] of [
      ['A', 'Tile'],
      ['B', 'Tile'],
      ['B', 'Bank map'],
    ] as const) {
      const drawn = (of: typeof exhibit) =>
        of.canvas(letter, title).evaluate(canvas => (canvas as HTMLCanvasElement).toDataURL());
      expect(await drawn(second), `${title} of ${letter}`).toBe(await drawn(exhibit));
    }
  });
});

describe('a broken link', () => {
  test('names each part that it cannot show, and still draws', async () => {
    const { page, exhibit } = await openExhibit(
      '?v=nope,tiled&tile=33&pad=abc&rows=&warp=x&arch=sm_1&side=up&colour=red&at=-1&pin=zz&cta=99',
    );
    const problems = await page.getByRole('alert').getByRole('listitem').allTextContents();
    expect(problems.map(text => text.split(' ')[0]).sort()).toEqual(
      ['arch', 'at', 'colour', 'cta', 'pad', 'pin', 'rows', 'side', 'tile', 'v', 'warp'].sort(),
    );
    expect(problems.join('\n')).toContain('pad abc is not a number; 1 is shown');
    expect(problems.join('\n')).not.toMatch(/NaN|undefined/);
    await exhibit.expectWavefronts(['32']);
    expect(await exhibit.canvas('A', 'Tile').isVisible()).toBe(true);
  });

  test.each([
    ['warp=999', 'warp', '999 makes no load'],
    ['request=50', 'request', '50 is no load of shared memory that warp 0 makes'],
    ['v=naive,tiled,padded,xor,pad-not-used', 'v', 'more than 4 variants'],
  ])('%s is explained', async (search, field, words) => {
    const { page, exhibit } = await openExhibit(`?${search}`);
    const problem = page.getByRole('alert').getByRole('listitem');
    expect(await saidIn(problem)).toContain(words);
    expect(await saidIn(problem)).toMatch(new RegExp(`^${field} `));
    expect(await exhibit.evidence.isVisible()).toBe(true);
  });

  test('an architecture that is not shipped leaves the prediction, and says what would help', async () => {
    const { exhibit } = await openExhibit('?arch=sm_89');
    expect(await saidIn(exhibit.verdict)).toMatch(/Prediction only.*sm_89 is not shipped.*npm start/s);
    expect(await exhibit.wavefronts('Predicted')).toEqual(['32', '1']);
    expect(await exhibit.wavefronts('Emulated')).toEqual(['—', '—']);
  });
});
