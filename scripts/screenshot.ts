/** Takes a picture of a page. */
import { launchBrowser } from './browser.ts';
import { misused, readCommandLine } from './command-line.ts';

const USAGE =
  'usage: npm run screenshot -- <url> <out.png> [--size 1440x900] [--theme dark|light] [--full] [--wait ms]';

const { values, positionals } = readCommandLine(USAGE, {
  allowPositionals: true,
  options: {
    size: { type: 'string', default: '1440x900' },
    theme: { type: 'string', default: 'light' },
    full: { type: 'boolean', default: false },
    wait: { type: 'string', default: '500' },
  },
});
const [url, out] = positionals;
const size = /^(\d+)x(\d+)$/.exec(values.size);
if (!url || !out) misused(USAGE, 'the address of a page and a file are needed');
if (!size) misused(USAGE, `--size ${values.size}: expected a width and a height, as 1440x900`);
if (values.theme !== 'dark' && values.theme !== 'light')
  misused(USAGE, `--theme ${values.theme}: expected dark or light`);

const browser = await launchBrowser();
const viewport = { width: Number(size[1]), height: Number(size[2]) };
const page = await browser.newPage({ viewport, colorScheme: values.theme, reducedMotion: 'reduce' });
page.on('console', message => {
  if (message.type() === 'error') console.error(`console: ${message.text()} ${message.location().url}`);
});
page.on('pageerror', error => console.error(`page: ${error.message}`));
await page.goto(url, { waitUntil: 'load' });
await page.waitForTimeout(Number(values.wait));
await page.screenshot({ path: out, fullPage: values.full });
await browser.close();
