/** Tests machine code through the server, with stand-ins for nvcc and its disassemblers. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SassEvent, sassEventSchema } from '../src/contract/api.ts';
import { API_PATHS } from '../src/contract/api-address.ts';
import {
  clientHeaders,
  compileRequest,
  leftovers,
  send,
  startTestServer,
  type TestServer,
} from './fixtures/test-server.ts';

const LISTING = `//--------------------- .text.probe --------------------------
	.section	.text.probe,"ax",@progbits
	//## File "cuda/kernels/probe/probe.cu", line 2
        /*0000*/                   LDC R1, c[0x0][0x28] ;
        /*0010*/                   EXIT ;
        /*0020*/                   NOP;
`;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  expect(leftovers(server)).toEqual([]);
  await server.end();
});

/** A stand-in program with this name beside nvcc; it prints a text, or does what the script says. */
function disassembler(name: string, { text = '', script = `cat '${join(server.folder, name)}.txt'` }): void {
  writeFileSync(join(server.folder, `${name}.txt`), text);
  writeFileSync(join(server.folder, 'fake', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

async function listed(n: number, change: object = {}): Promise<SassEvent> {
  const body = JSON.stringify({ ...compileRequest('ok', n), ...change });
  const answer = await send(server, API_PATHS.sass, { method: 'POST', headers: clientHeaders(server) }, body);
  expect(answer.status, answer.body).toBe(200);
  const events = answer.body.trim().split('\n');
  return sassEventSchema.parse(JSON.parse(events.at(-1)!));
}

describe('machine code', () => {
  it('is not there without a disassembler, and the answer says so', async () => {
    expect(await listed(1)).toMatchObject({ stage: 'failed', message: expect.stringContaining('neither nvdisasm') });
  });

  it('is what the disassembler says of the entry, with lines of the source', async () => {
    disassembler('nvdisasm', { text: LISTING });
    const done = await listed(2);
    expect(done).toMatchObject({ stage: 'done', by: 'nvdisasm', nvcc: '99.1.7', cached: false });
    expect(done.stage === 'done' && done.sass.split('\n').slice(1)).toEqual([
      ...['//## File "cuda/kernels/probe/probe.cu", line 2', '/*0000*/ LDC R1, c[0x0][0x28] ;', '/*0010*/ EXIT ;', ''],
    ]);
    expect(await listed(2)).toMatchObject({ stage: 'done', cached: true });
  });

  it.each([
    ['prints nothing of the entry', { text: LISTING.replaceAll('probe', 'other') }, 'no instruction of probe'],
    ['fails', { script: 'exit 3' }, 'nvdisasm failed'],
    ['floods', { script: 'yes' }, 'nvdisasm failed'],
  ])('of a disassembler that %s is refused', async (what, does, why) => {
    disassembler('nvdisasm', does);
    expect(await listed(100 + what.length)).toMatchObject({ stage: 'failed', message: expect.stringContaining(why) });
  });

  it('is asked for like a compilation: the field that is wrong is named', async () => {
    const body = JSON.stringify({ ...compileRequest('ok'), variant: 'none' });
    const answer = await send(server, API_PATHS.sass, { method: 'POST', headers: clientHeaders(server) }, body);
    expect([answer.status, JSON.parse(answer.body).field]).toEqual([400, 'variant']);
  });
});
