/** The three directives that begin a module: `.version 9.0`, `.target sm_90a, debug`, `.address_size 64`. */
import type { Module } from './ast.ts';
import { CODE } from './characters.ts';
import type { Readers } from './readers.ts';
import type { Scanner } from './scanner.ts';

export function readHeader({ scanner, literals }: Readers): Pick<Module, 'version' | 'target'> {
  expectDirective(scanner, '.version');
  scanner.peek();
  const version = scanner.dottedWord();
  if (!/^[0-9]{1,3}\.[0-9]{1,3}$/.test(version)) scanner.fail('expected a version such as 9.0');
  expectDirective(scanner, '.target');
  const target = scanner.name('a target such as sm_90a');
  while (scanner.take(CODE.comma)) scanner.name('a target option');
  expectDirective(scanner, '.address_size');
  if (literals.count(64) !== 64) scanner.fail('only 64-bit addresses are supported');
  return { version, target };
}

function expectDirective(scanner: Scanner, directive: string): void {
  scanner.peek();
  const start = scanner.position;
  if (scanner.directive() === directive) return;
  scanner.position = start;
  scanner.failExpecting(`'${directive}'`);
}
