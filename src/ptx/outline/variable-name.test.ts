/** Names of variables as the source has them. */
import { expect, test } from 'vitest';
import { plainName } from './variable-name.ts';

test.each([
  ['tile', 'tile'],
  ['_ZZ4kernE4full', 'full'],
  ['_ZZ4kernvE4ring_0', 'ring'],
  ['_ZN4attn4smemE', 'smem'],
  ['transpose_$_tile', 'tile'],
  ['_shared_$_0', '_shared_$_0'],
  ['_ZN4attn5inner4smemE', 'smem'],
  ['_ZN4attn4ringILi3EE4smemE', '_ZN4attn4ringILi3EE4smemE'],
  ['_ZN4attn', '_ZN4attn'],
])('%s is %s', (name, plain) => {
  expect(plainName(name)).toBe(plain);
});
