import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePlaces, readPlaces } from './place-file.ts';

const SSH = { name: 'box', kind: 'ssh', host: 'gpu-box' };
const SLURM = { name: 'uni', kind: 'slurm' };
const told = (...places: unknown[]): string => {
  const parsed = parsePlaces(JSON.stringify({ places }), 'gpus.json');
  return parsed.ok ? 'fine' : parsed.error;
};

describe('the file of places', () => {
  it('names machines and clusters, with defaults for what a short job needs', () => {
    const parsed = parsePlaces(JSON.stringify({ places: [{ name: 'here', kind: 'local' }, SSH, SLURM] }), 'gpus.json');
    const slurm = { ...SLURM, gres: 'gpu:1', minutes: 5, waitMinutes: 60, jobs: 1 };
    expect(parsed).toEqual({ ok: true, value: [{ name: 'here', kind: 'local' }, SSH, slurm] });
  });

  it.each([
    ['not JSON', '{', 'gpus.json is not JSON: '],
    ['a list', '[]', 'gpus.json: '],
    ['an object without them', '{}', 'gpus.json, places: missing'],
    ['without places', '{"places":[]}', 'gpus.json, places: expected at least one place'],
  ])('that is %s says so', (_, text, words) => {
    const parsed = parsePlaces(text, 'gpus.json');
    expect(parsed.ok ? '' : parsed.error).toContain(words);
  });

  it.each([
    [
      { ...SSH, host: '-oProxyCommand=x' },
      'gpus.json, places[0].host: expected a name of your ssh config, or user@machine',
    ],
    [{ ...SSH, host: 'a b' }, 'places[0].host'],
    [{ name: 'box', kind: 'ssh' }, 'places[0].host: missing'],
    [{ ...SSH, host: 5 }, 'places[0].host: Invalid input: expected string, received number'],
    [{ ...SSH, name: '../x' }, 'places[0].name'],
    [{ ...SSH, folder: 'relative' }, 'places[0].folder: expected an absolute path'],
    [{ ...SSH, gpu: 1.5 }, 'places[0].gpu'],
    [{ ...SSH, port: 22 }, 'places[0].port: unknown field'],
    [{ ...SLURM, partition: '--uid=0' }, 'places[0].partition'],
    [{ ...SLURM, account: 'a;b' }, 'places[0].account'],
    [{ ...SLURM, gres: 'gpu:8' }, 'places[0].gres'],
    [{ ...SLURM, constraint: '$(id)' }, 'places[0].constraint'],
    [{ ...SLURM, memory: '8' }, 'places[0].memory'],
    [{ ...SLURM, minutes: 0 }, 'places[0].minutes'],
    [{ ...SLURM, jobs: 99 }, 'places[0].jobs'],
    [{ name: 'x', kind: 'kubernetes' }, 'places[0].kind: expected the kind local, ssh or slurm'],
  ])('%j is refused by its field', (place, words) => {
    expect(told(place)).toContain(words);
  });

  it('has no two places of one name, and this machine once', () => {
    expect(told(SSH, { ...SLURM, name: 'box' })).toBe('gpus.json, places[1].name: another place has this name');
    expect(told({ name: 'a', kind: 'local' }, SSH, { name: 'b', kind: 'local' })).toBe(
      'gpus.json, places[2].kind: another place is this machine, too',
    );
    expect(told(SSH, SLURM, { ...SSH, name: 'other' })).toBe('fine');
  });

  it('is no folder', () => {
    const folder = import.meta.dirname;
    expect(readPlaces(folder)).toEqual({
      ok: false,
      error: `${folder} is a folder; expected a file in JSON that lists places`,
    });
  });

  it('may begin with a byte order mark', () => {
    expect(parsePlaces(`\ufeff${JSON.stringify({ places: [SSH] })}`, 'gpus.json').ok).toBe(true);
  });

  it('lets nothing through that a shell would take for more than a word', () => {
    const fields = fc.constantFrom('host', 'partition', 'account', 'qos', 'gres', 'constraint', 'memory', 'folder');
    fc.assert(
      fc.property(
        fields,
        fc.string(),
        fc.constantFrom(...'$`"\'\\;<>(){}*?~#!\n\t '),
        fc.nat(),
        (field, text, hostile, at) => {
          const value = text.slice(0, at % (text.length + 1)) + hostile + text.slice(at % (text.length + 1));
          expect(told({ ...SLURM, [field]: value })).toContain(`places[0].${field}`);
        },
      ),
    );
  });
});
