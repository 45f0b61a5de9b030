/** The address operand of memory instructions: space, register and offset. */
import type { AccessKind } from '../../../trace/access-trace.ts';
import { AccessForm } from '../../machine/access-form.ts';
import type { StateSpace } from '../../machine/address-windows.ts';
import type { Operand } from '../../parse/ast.ts';
import type { Form } from '../form.ts';

export type SpaceName = StateSpace | 'generic';

const SPACES = ['global', 'shared', 'shared::cta', 'local', 'param', 'param::entry', 'param::func', 'const'] as const;

/** Takes the state space from the modifiers; none means a generic address. */
export function takeSpace(form: Form): SpaceName {
  if (form.take('shared::cluster')) form.refuse('.shared::cluster is not implemented');
  const found = SPACES.find(space => form.take(space));
  return found ? (found.split('::')[0] as StateSpace) : 'generic';
}

/** Modifiers that change what a cache or another processor sees, but not the value in a machine without caches. */
const HINTS =
  /^(weak|ca|cg|cs|lu|cv|wb|wt|nc|mmio|cta|cluster|gpu|sys|L1::.*|L2::(evict.*|cache_hint|64B|128B|256B)|unified)$/;

/** True when the access may see what another thread does at the same time. */
export function takeOrdering(form: Form): boolean {
  const polls = ['volatile', 'acquire', 'relaxed', 'mmio'].some(m => form.take(m));
  const orders = ['release', 'acq_rel', 'sc'].some(m => form.take(m));
  form.ignore(HINTS);
  return polls || orders;
}

export interface Access {
  readonly kind: AccessKind;
  readonly widthBytes: number;
  readonly values: readonly number[];
  readonly elementBytes: number;
}

/** The place of the access, with an immediate address where the base is a symbol. */
export function addressForm(form: Form, operand: Operand, space: SpaceName, access: Access): AccessForm {
  if (operand.kind !== 'address') return form.refuse('the operand is no address');
  const { base } = operand;
  if (access.widthBytes < form.link.sharedGranule && (space === 'shared' || space === 'generic')) {
    form.link.sharedGranule = access.widthBytes as 1 | 2;
  }
  if (base?.kind === 'register') return onRegister(form, base.name, operand.byteOffset, space, access);
  if (base === null) return absolute(form, operand.byteOffset, space, access);
  const place = form.link.place(base.name) ?? form.refuse(`the address of '${base.name}' is not known`);
  const stackParam = place.space === 'local' && place.variable.space === 'param';
  if (space !== 'generic' && space !== place.space && !(space === 'param' && stackParam)) {
    form.refuse(`'${base.name}' is not in .${space}`);
  }
  const address = BigInt(place.byteOffset) + operand.byteOffset;
  return new AccessForm({
    ...access,
    space: place.space,
    byteOffset: 0,
    address: constantAddress(form, address),
    isWide: true,
    isObserved: !stackParam && isShown(place.space),
  });
}

function onRegister(form: Form, name: string, offset: bigint, space: SpaceName, access: Access): AccessForm {
  const bits = form.link.registerBits(name);
  if (bits !== 64 && (bits !== 32 || space === 'generic' || space === 'global')) {
    form.refuse(`register ${name} is no address in this space`);
  }
  return new AccessForm({
    ...access,
    space,
    byteOffset: Number(BigInt.asIntN(64, offset)),
    address: form.link.register(name).slot,
    isWide: bits === 64,
    isObserved: isShown(space),
  });
}

function absolute(form: Form, address: bigint, space: SpaceName, access: Access): AccessForm {
  return new AccessForm({
    ...access,
    space,
    byteOffset: 0,
    address: constantAddress(form, address),
    isWide: true,
    isObserved: isShown(space),
  });
}

const isShown = (space: SpaceName): boolean => space !== 'param';

const constantAddress = (form: Form, address: bigint): number =>
  form.source({ kind: 'integer', value: address }, 'b64');
