/** The three directives that begin a module: `.version 9.0`, `.target sm_90a, debug`, `.address_size 64`. */
import type { Module } from './ast.ts';
import { CODE } from './characters.ts';
import { targetRefusal, versionRefusal } from './known-versions.ts';
import type { Readers } from './readers.ts';
import type { Scanner } from './scanner.ts';

export function readHeader({ scanner, literals }: Readers): Pick<Module, 'version' | 'target' | 'isDebug'> {
  expectDirective(scanner, '.version');
  scanner.peek();
  const versionStart = scanner.position;
  const version = scanner.dottedWord();
  if (!/^[0-9]{1,3}\.[0-9]{1,3}$/.test(version)) scanner.fail('expected a version such as 9.0');
  const [major, minor] = version.split('.').map(Number);
  refuseFor(scanner, versionRefusal(major, minor), versionStart);
  expectDirective(scanner, '.target');
  scanner.peek();
  const targetStart = scanner.position;
  const target = scanner.name('a target such as sm_90a');
  refuseFor(scanner, targetRefusal(target), targetStart);
  let isDebug = false;
  while (scanner.take(CODE.comma)) isDebug = scanner.name('a target option') === 'debug' || isDebug;
  expectDirective(scanner, '.address_size');
  if (literals.count(64) !== 64) scanner.fail('only 64-bit addresses are supported');
  return { version, target, isDebug };
}

function refuseFor(scanner: Scanner, why: string | null, offset: number): void {
  if (why !== null) scanner.fail(why, offset, 'refused');
}

function expectDirective(scanner: Scanner, directive: string): void {
  scanner.peek();
  const start = scanner.position;
  if (scanner.directive() === directive) return;
  scanner.position = start;
  scanner.failExpecting(`'${directive}'`);
}
