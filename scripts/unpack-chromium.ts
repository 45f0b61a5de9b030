/**
 * Unpacks the Chromium of `@sparticuz/chromium` into TMPDIR; `bundled-chromium.ts` runs it as a separate process. The
 * package reads that folder, and whether to add its system libraries, from the environment when it is imported.
 */
import chromium from '@sparticuz/chromium';

await chromium.executablePath();
