/** Names of variables in PTX, for people. */

/**
 * A variable's own name (Itanium C++ ABI): `_ZZ4kernE4full` -> `full`, inside a function ("local-name"), and
 * `_ZN4attn4smemE` -> `smem`, in a namespace or a class ("nested-name"). LLVM writes the '.' of `kern.tile`, a variable
 * of an OpenCL kernel, as `_$_`.
 */
export function plainName(name: string): string {
  const [lastWord] = name.split(/\W/).slice(-1);
  const local = /E(\d+)([A-Za-z_]\w*)/.exec(lastWord);
  if (name.startsWith('_ZZ')) return local ? local[2].slice(0, Number(local[1])) : name;
  const behindDot = /_\$_([A-Za-z_]\w*)$/.exec(name);
  if (behindDot !== null) return behindDot[1];
  return name.startsWith('_ZN') ? (lastOfNested(name.slice(3)) ?? name) : name;
}

/** Last name of `4attn4smemE`; null if it holds more than names. */
function lastOfNested(text: string): string | null {
  const length = /^\d+/.exec(text);
  if (length === null) return null;
  const start = length[0].length;
  const end = start + Number(length[0]);
  const rest = text.slice(end);
  return rest === 'E' ? text.slice(start, end) : lastOfNested(rest);
}
