import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { int, linkCodec } from './link-codec.ts';
import { addressOf, hashOf, PageAddress, readHash } from './page-address.ts';

const codec = linkCodec({ rows: int(1, 256, 32), columns: int(1, 256, 32) });
type Size = typeof codec.defaults;

/** A bar that keeps what it was given. */
function barAt(hash: string) {
  const places = [hash];
  return {
    places,
    hash: () => places.at(-1)!,
    push: (next: string) => void places.push(next),
    replace: (next: string) => void places.splice(-1, 1, next),
  };
}
const ready = () => null;
const written = () => new Promise<void>(resolve => queueMicrotask(resolve));

describe('two changes in one event', () => {
  type Change = (patch: Partial<Size>) => void;
  /** Changes both sides as a handler would, with what the page drew last in its hands. */
  const sizeAfter = (changeOf: (address: PageAddress, drawn: Size) => Change): Size => {
    const address = new PageAddress(barAt('#/swizzle'), ready);
    const change = changeOf(address, codec.stateOf(address.shown().search));
    change({ rows: 8 });
    change({ columns: 4 });
    return codec.stateOf(address.shown().search);
  };

  it('are both made', () => {
    const change = sizeAfter(
      address => patch => address.update('/swizzle', codec, before => ({ ...before, ...patch })),
    );
    expect(change).toEqual({ rows: 8, columns: 4 });
  });

  it('are not, where each is made to what was drawn', () => {
    const stale = sizeAfter(
      (address, drawn) => patch => address.replace({ path: '/swizzle', search: codec.encode({ ...drawn, ...patch }) }),
    );
    expect(stale).toEqual({ rows: 32, columns: 4 });
  });

  it('are one place in the list of visited ones, written once', async () => {
    const bar = barAt('#/swizzle');
    const address = new PageAddress(bar, ready);
    let writes = 0;
    const counting = { ...bar, replace: (hash: string) => [writes++, bar.replace(hash)] };
    const counted = new PageAddress(counting, ready);
    for (const rows of [8, 16]) counted.update('/swizzle', codec, before => ({ ...before, rows }));
    await written();
    expect([writes, bar.places]).toEqual([1, ['#/swizzle?rows=16']]);
    address.update('/swizzle', codec, before => ({ ...before, columns: 4 }), true);
    expect(bar.places).toHaveLength(2);
  });
});

test('a change that gives back the state leaves the link as it is written', async () => {
  const bar = barAt('#/swizzle?rows=8&unknown=1');
  const address = new PageAddress(bar, ready);
  address.update('/swizzle', codec, before => before);
  await written();
  expect(bar.hash()).toBe('#/swizzle?rows=8&unknown=1');
});

describe('a page whose files are not there', () => {
  it('is shown when they are; until then the one before stays, and is no longer changed', async () => {
    let arrive = () => {};
    const files = new Promise<void>(resolve => {
      arrive = resolve;
    });
    let isThere = false;
    const bar = barAt('#/swizzle?rows=8');
    const address = new PageAddress(bar, path => (path === '/layouts' && !isThere ? files : null));
    address.go({ path: '/layouts', search: {} });
    expect(address.shown().path).toBe('/swizzle');
    address.update('/swizzle', codec, before => ({ ...before, rows: 1 }));
    expect(bar.hash()).toBe('#/layouts');
    isThere = true;
    arrive();
    await files;
    expect(address.shown()).toEqual({ path: '/layouts', search: {} });
  });

  it('is not shown where the visitor went elsewhere meanwhile', async () => {
    const bar = barAt('#/');
    const address = new PageAddress(bar, path => (path === '/layouts' ? Promise.resolve() : null));
    address.go({ path: '/layouts', search: {} });
    bar.push('#/runs?show=builds');
    address.follow();
    await written();
    expect(address.shown()).toEqual({ path: '/runs', search: { show: 'builds' } });
  });
});

test.each([
  ['', { path: '/', search: {} }],
  ['#/banks/transpose?pad=2&v=tiled,xor', { path: '/banks/transpose', search: { pad: '2', v: 'tiled,xor' } }],
  ['#swizzle/?rows=8', { path: '/swizzle', search: { rows: '8' } }],
  ['#/swizzle?rows=8?utm_source=chat', { path: '/swizzle', search: { rows: '8' } }],
  ['#/layouts?a=Sw%3C3%2C4%2C3%3E+o+0#top', { path: '/layouts', search: { a: 'Sw<3,4,3> o 0' } }],
])('%s is read', (hash, address) => {
  expect(readHash(hash)).toEqual(address);
});

test('an address comes back from its hash', () => {
  const paths = fc.constantFrom('/', '/swizzle', '/banks/transpose', '/permute/statistics');
  fc.assert(
    fc.property(paths, fc.dictionary(fc.string({ minLength: 1 }), fc.string()), (path, search) => {
      expect(readHash(hashOf({ path, search }))).toEqual({ path, search });
    }),
  );
});

test('a link names its page', () => {
  expect(addressOf({ to: '/banks/$kernel', params: { kernel: 'gemm' }, search: { warp: '3' } })).toEqual({
    path: '/banks/gemm',
    search: { warp: '3' },
  });
});
