/** The Chromium from an npm package (Linux x64): unpacked once into node_modules/.cache, and started from there. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface BrowserProgram {
  readonly executable: string;
  /** Added to the environment of the browser's process. */
  readonly env: Readonly<Record<string, string>>;
}

const root = join(import.meta.dirname, '..');
const packageFolder = join(root, 'node_modules/@sparticuz/chromium');

/** Null if the package is not installed or has nothing for this platform. */
export async function bundledChromium(): Promise<BrowserProgram | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(packageFolder)) return null;
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  const folder = join(root, 'node_modules/.cache/lanescape', `chromium-${version}`);
  if (!existsSync(folder)) await unpack(folder);
  return {
    executable: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_FILE: join(folder, 'fonts.conf') },
  };
}

/**
 * Unpacks into a folder with a unique name and renames it, so that two processes that unpack at once never find half a
 * browser.
 */
async function unpack(folder: string): Promise<void> {
  mkdirSync(join(folder, '..'), { recursive: true });
  const own = mkdtempSync(`${folder}-`);
  const env = { ...process.env, TMPDIR: own, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' };
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'unpack-chromium.ts')], { env, cwd: root });
  writeFileSync(join(own, 'fonts.conf'), fontsConf(folder));
  try {
    renameSync(own, folder);
  } catch (error) {
    rmSync(own, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

/** The system's fonts, if there are any, and after them the package's Open Sans. */
const fontsConf = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${xmlText(join(folder, 'fonts'))}</dir>
  <cachedir>${xmlText(join(folder, 'fonts-cache'))}</cachedir>
</fontconfig>
`;

const xmlText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
