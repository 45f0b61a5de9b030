/** Tests requests that ask for more than the shipped kernels. None of them may reach the compiler. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { INJECTIONS } from './fixtures/injections.ts';
import { compileRequest, eventsOf, postCompile, startTestServer, type TestServer } from './fixtures/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

describe('a request that names what there is not', () => {
  it.each<[string, object]>([
    ['kernel', { kernel: 'absent' }],
    ['kernel', { kernel: '__proto__' }],
    ['kernel', { kernel: 'constructor' }],
    ['variant', { variant: 'absent' }],
    ['params.mode', { params: {} }],
    ['params.n', { params: { mode: 'ok', n: 1.5 } }],
    ['params.extra', { params: { mode: 'ok', extra: 1 } }],
    ['arch', { arch: 'sm_75' }],
  ])('is refused at %s', async (field, change) => {
    const { status, body } = await postCompile(server, { ...compileRequest('ok'), ...change });
    expect([status, JSON.parse(body)]).toMatchObject([400, { code: 'badInput', stage: 'request', field }]);
    expect(server.notes('started')).toEqual([]);
  });
});

describe('injection', () => {
  it.each(INJECTIONS)('%j gets nowhere, in any field', async text => {
    const base = compileRequest('ok');
    const fields = [
      { ...base, kernel: text },
      { ...base, variant: text },
      { ...base, arch: text },
      { ...base, params: { ...base.params, mode: text } },
      { ...base, params: { ...base.params, n: text } },
      { ...base, params: JSON.parse(JSON.stringify({ mode: 'ok', [`x${text}`]: 1 })) },
      { ...base, [`x${text}`]: 1 },
    ];
    const statuses = await Promise.all(fields.map(async body => (await postCompile(server, body)).status));
    expect(statuses).toEqual(fields.map(() => 400));
    expect(server.notes('started')).toEqual([]);
  });

  it('of text that a kernel does take stays out of the command line', async () => {
    for (const label of INJECTIONS) {
      const { status, body } = await postCompile(server, { ...compileRequest('ok'), params: { mode: 'ok', label } });
      expect(status).toBe(200);
      expect(eventsOf({ status, body, headers: {} }).at(-1)).toMatchObject({ stage: 'done' });
    }
    expect(server.notes('started')).toHaveLength(1);
    expect(existsSync('x') || existsSync(join(server.checkout, 'x'))).toBe(false);
  });

  it('of random JSON is answered with 400 and a field', async () => {
    const anything = fc.oneof(
      fc.jsonValue(),
      fc.record({ kernel: fc.jsonValue(), variant: fc.jsonValue(), params: fc.jsonValue(), arch: fc.jsonValue() }),
    );
    await fc.assert(
      fc.asyncProperty(anything, async body => {
        const answer = await postCompile(server, body);
        expect(answer.status).toBe(400);
        // The reader refuses a key that could reach a prototype already, before there are fields.
        const refused = JSON.parse(answer.body);
        if (/"(__proto__|constructor)"/.test(JSON.stringify(body)))
          expect(['badInput', 'badJson']).toContain(refused.code);
        else expect(refused).toMatchObject({ code: 'badInput', field: expect.any(String) });
      }),
      { numRuns: 150 },
    );
  });
});
