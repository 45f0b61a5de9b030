/**
 * The server that the campaign kills: a whole server in a process of its own, with stand-ins for nvcc and for the GPU
 * process. Prints its link.
 *   campaign-server.ts FOLDER MODE      MODE: of the stand-in for the GPU process
 */
import { join } from 'node:path';
import { pageLink } from '../../server/announce.ts';
import { fakeCatalog } from '../../server/fixtures/test-server.ts';
import { startParts } from '../../server/start.ts';

const [folder, mode] = process.argv.slice(2);
const fakeRunner = join(import.meta.dirname, '../../server/fixtures/fake-runner.mjs');
const server = await startParts(
  { port: 0, dataDir: join(folder, 'data') },
  {
    catalog: fakeCatalog,
    checkout: join(folder, 'checkout'),
    nvccCandidates: [join(folder, 'fake/nvcc')],
    gpu: {
      found: { name: 'Stand-in', memoryMiB: 1024, driver: '580.1', arch: 'sm_90' },
      program: { file: process.execPath, argv: [fakeRunner, mode] },
    },
  },
);
process.once('SIGTERM', () => void server.close());
process.stdout.write(`${pageLink(server.url, server.token)}\n`);
