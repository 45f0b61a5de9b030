/** Words of a heading about which roles go round which rings. */
import { listed } from '../../../base/numbers.ts';
import type { Scenario } from '../../../trace/scenario.ts';

/** 'A producer and 2 consumers around a ring of 4 stages'. */
export const whoWords = (scenario: Scenario): string => `${rolesText(scenario)} ${ringsText(scenario)}`;

function rolesText({ roles }: Scenario): string {
  const own = roles.map(({ name }) => name.replace(/ of CTA \d+$/, ''));
  const nouns = own.map(name => (name.startsWith('warp') ? name : name.replace(/ \d+$/, '')));
  const kinds = [...new Set(nouns)];
  const text = listed(
    kinds.map(kind => {
      const number = nouns.filter(noun => noun === kind).length;
      if (kind.startsWith('warp')) return number > 1 ? `${kind} of ${number} CTAs` : kind;
      return number > 1 ? `${number} ${kind}s` : `a ${kind}`;
    }),
  );
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function ringsText({ buffers }: Scenario): string {
  const rings = buffers.filter(({ stages }) => stages > 1);
  if (buffers.length === 0) return 'without a ring';
  if (rings.length === 0) return 'with single stages';
  return rings.length === 1
    ? `around a ring of ${rings[0].stages} stages`
    : `around rings of ${listed([...new Set(rings.map(({ stages }) => `${stages}`))])} stages`;
}
