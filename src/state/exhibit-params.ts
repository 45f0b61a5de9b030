/** The parameters of a link: texts become values of a kernel's schema, and what does not fit is replaced and reported. */
import type { ParamValue } from '../contract/param-field.ts';
import type { ExhibitSpec, ExhibitState, FlatSearch, SearchProblem } from './exhibit-search.ts';

/** Fields that belong together arrive together; what does not fit is replaced by its default, one field after the other. */
export function decodeParams(search: FlatSearch, spec: ExhibitSpec, problems: SearchProblem[]): ExhibitState['params'] {
  const given = givenParams(search, spec, problems);
  for (;;) {
    const checked = spec.check({ ...spec.defaults, ...given });
    if (checked.ok) return checked.value;
    const { field, message } = checked.error;
    // `perm[2]` is part of `perm`; a field that is its default already clashes with another one, so that all have to go.
    const name = field.replace(/\[.*/, '');
    const dropped = Object.hasOwn(given, name) ? [name] : Object.keys(given);
    for (const each of dropped) {
      problems.push({ field: each, message: `${message}; ${String(spec.defaults[each])} is shown` });
      delete given[each];
    }
  }
}

function givenParams(
  search: FlatSearch,
  { defaults }: ExhibitSpec,
  problems: SearchProblem[],
): Record<string, ParamValue> {
  const given: Record<string, ParamValue> = {};
  for (const [name, fallback] of Object.entries(defaults)) {
    const text = search[name];
    if (text === undefined) continue;
    const value = paramValue(text, fallback);
    if (value === null)
      problems.push({ field: name, message: `${text} is not a number; ${String(fallback)} is shown` });
    else given[name] = value;
  }
  return given;
}

/** Of the type of its default; null for a number that is none. */
function paramValue(text: string, fallback: ParamValue): ParamValue | null {
  if (typeof fallback === 'boolean') return text === 'true';
  if (typeof fallback === 'string') return text;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isNaN(value) ? null : value;
}
