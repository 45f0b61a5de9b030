import { expect, it } from 'vitest';
import { movedInCells, movedTo, typedTo } from './roving.ts';

it.each([
  ['ArrowDown', 0, 'column', 1],
  ['ArrowDown', 2, 'column', 0],
  ['ArrowUp', 0, 'column', 2],
  ['ArrowDown', -1, 'column', 0],
  ['ArrowUp', -1, 'column', 2],
  ['Home', 2, 'column', 0],
  ['End', 0, 'row', 2],
  ['ArrowRight', 2, 'row', 0],
  ['ArrowLeft', 1, 'row', 0],
  ['ArrowRight', 1, 'column', null],
  ['ArrowDown', 1, 'row', null],
  ['x', 1, 'row', null],
] as const)('%s from %i in a %s of three leads to %j', (key, at, axis, to) => {
  expect(movedTo(key, at, 3, axis)).toBe(to);
});

it.each([
  ['ArrowRight', 3, 4],
  ['ArrowLeft', 4, 3],
  ['ArrowDown', 1, 5],
  ['ArrowUp', 5, 1],
  ['Home', 5, 0],
  ['End', 0, 9],
  ['ArrowLeft', 0, null],
  ['ArrowUp', 2, null],
  ['ArrowRight', 9, null],
  ['ArrowDown', 7, null],
  ['x', 1, null],
] as const)('%s from %i of ten cells, four in a row, leads to %j', (key, at, to) => {
  expect(movedInCells(key, at, 10, 4)).toBe(to);
});

const NAMES = ['Pictures as SVG', 'Pictures as PNG', 'Table', 'Traces'];

it.each([
  ['p', -1, 0],
  ['p', 0, 1],
  ['pp', 0, 1],
  ['p', 1, 0],
  ['t', 3, 2],
  ['tr', 2, 3],
  ['pictures as p', 0, 1],
  ['x', 0, null],
] as const)('%j typed at %i finds %j', (typed, at, to) => {
  expect(typedTo(typed, NAMES, at)).toBe(to);
});
