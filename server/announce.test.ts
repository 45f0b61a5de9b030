import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { MachineInfo } from '../src/contract/api.ts';
import { announce, pageLink } from './announce.ts';
import { temporaryFolder } from './fixtures/test-server.ts';
import { openPage } from './open-page.ts';

const machine: MachineInfo = { nvcc: null, gpus: [], archs: [], recordedRuns: 0, places: [], allowSource: false };
const host = '127.0.0.1';
const url = `http://${host}:4780`;

describe('the announcement', () => {
  it('says plainly what is missing, and what is shown instead', () => {
    expect(announce({ host, machine })).toEqual([
      'no nvcc: the shipped PTX is used',
      'no GPU: timings come from recorded runs',
      '0 recorded runs',
    ]);
  });

  it('names what was found', () => {
    const gpu = { name: 'NVIDIA A100', memoryMiB: 40_960, driver: '570.1', arch: 'sm_80' };
    const found = { ...machine, nvcc: { version: '13.0.88' }, gpus: [gpu], recordedRuns: 1, places: [] };
    expect(announce({ host, machine: found })).toEqual([
      'nvcc 13.0 found: kernels can be recompiled',
      'GPU found: NVIDIA A100 (driver 570.1)',
      '1 recorded run',
    ]);
  });

  it('says what it means to compile text', () => {
    const open = { ...machine, allowSource: true };
    const lines = announce({ host, machine: { ...open, nvcc: { version: '13.0.88' } } });
    expect(lines[3]).toContain('anyone with this link can make nvcc compile text on this machine');
    expect(announce({ host, machine: open })[3]).toContain(
      'there is no nvcc on this machine, so no text can be compiled',
    );
  });

  it('warns when the network can listen', () => {
    expect(announce({ host: '0.0.0.0', machine }).join()).toContain('unencrypted');
    expect(announce({ host: '::1', machine }).join()).not.toContain('unencrypted');
  });
});

it('the browser is handed a private file, never the token itself', () => {
  const folder = temporaryFolder();
  const opened: string[] = [];
  const remove = openPage(pageLink(url, 'secret'), folder, target => opened.push(target));
  expect(opened).toHaveLength(1);
  expect(opened[0]).not.toContain('secret');
  expect(statSync(opened[0]).mode & 0o777).toBe(0o600);
  expect(readFileSync(opened[0], 'utf8')).toContain('url=http://127.0.0.1:4780/#token=secret"');
  remove();
  expect(existsSync(opened[0])).toBe(false);
  rmSync(folder, { recursive: true });
});
