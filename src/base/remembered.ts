/** Computes a value once for equal keys (as JSON), as long as the key is among the last `kept` ones asked for. */
export function remembered<K, V>(kept: number, compute: (key: K) => V): (key: K) => V {
  const known = new Map<string, { readonly value: V }>();
  return key => {
    const text = JSON.stringify(key);
    const entry = known.get(text) ?? { value: compute(key) };
    known.delete(text);
    known.set(text, entry);
    const [oldest] = known.keys();
    if (known.size > kept) known.delete(oldest);
    return entry.value;
  };
}
