import { expect, it } from 'vitest';
import { catalog } from '../kernels/catalog.ts';
import { valueWords } from './param-words.ts';

const { fields } = catalog.get('transpose')!;
const said = (name: string, value: number | string): string =>
  valueWords(fields.find(field => field.name === name)!, value);

it('says the unit, unless the name of the field does', () => {
  expect(said('elementBytes', 4)).toBe('4 B');
  expect(said('pad', 8)).toBe('8 elements');
  expect(said('base', 1024)).toBe('1,024 B');
  expect(said('rows', 4096)).toBe('4,096');
});
