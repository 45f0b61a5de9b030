/**
 * Run as a process of its own by `bundled-chromium.ts`: unpacks the Chromium of `@sparticuz/chromium` into TMPDIR. The
 * package takes that folder, and whether to add its system libraries, from the environment at import time.
 */
import chromium from '@sparticuz/chromium';

await chromium.executablePath();
