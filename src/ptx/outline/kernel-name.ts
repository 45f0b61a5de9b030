/** Names of kernels and functions for people, whatever the grammar of `mangled-name.ts` leaves out. */
import { readMangledName } from './mangled-name.ts';

/** Name of a kernel for people; template arguments beyond this grammar are left out. */
export function kernelNameOf(mangled: string): string {
  const { plain } = readMangledName(mangled);
  const prefix = /^_ZN?[rVK]*/.exec(plain)?.[0];
  if (prefix === undefined) return plain;
  let rest = plain.slice(prefix.length);
  let name = '';
  for (let length = /^L?(\d+)/.exec(rest); length; length = /^L?(\d+)/.exec(rest)) {
    const start = length[0].length;
    name = rest.slice(start, start + Number(length[1]));
    rest = rest.slice(start + Number(length[1]));
    if (!prefix.startsWith('_ZN')) break;
  }
  if (name === '') return plain;
  return rest.startsWith('I') ? `${name}<…>` : name;
}

/**
 * Name for people: without namespaces and parameters; a lambda has no name, and neither has a function without debug
 * information.
 */
export function functionNameOf(mangled: string): string {
  if (mangled === '') return 'a function';
  const { plain } = readMangledName(mangled);
  if (plain.startsWith('_R')) return rustNameOf(plain) ?? plain;
  if (!plain.startsWith('_Z')) return plain;
  return /U[lt]/.test(plain) ? 'a lambda' : kernelNameOf(mangled);
}

/** Last name of a path in a crate (Rust's v0 mangling): `_RNvNtCs1a_4core9panicking11panic_fmt` -> `panic_fmt`; null for other kinds. */
function rustNameOf(mangled: string): string | null {
  const [prefix, steps] = /^_RI?((?:N[a-z])+)C/.exec(mangled) ?? [];
  if (prefix === undefined) return null;
  let rest = mangled.slice(prefix.length);
  let name = '';
  for (let left = steps.length / 2 + 1; left > 0; left--) {
    const length = /^(?:s\w*?_)?(\d+)_?/.exec(rest);
    if (length === null) return null;
    name = rest.slice(length[0].length, length[0].length + Number(length[1]));
    rest = rest.slice(length[0].length + name.length);
  }
  return name;
}

const FOLDED_CHARACTERS = 48;

/** `reduce<512, 1, …>`: of a long name, the first template arguments that fit. */
export function foldedName(name: string): string {
  const open = name.indexOf('<');
  if (name.length <= FOLDED_CHARACTERS || open < 0) return name;
  let kept = open + 1;
  let depth = 0;
  for (let at = open + 1; at < FOLDED_CHARACTERS; at++) {
    if (name[at] === '<' || name[at] === '(') depth++;
    if (name[at] === '>' || name[at] === ')') depth--;
    if (depth === 0 && name[at] === ',') kept = at + 2;
  }
  return `${name.slice(0, kept)}…>`;
}
