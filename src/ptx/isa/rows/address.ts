/** The address operand of memory instructions: space, register and offset. */
import type { AccessKind } from '../../../trace/access-trace.ts';
import { AccessForm, type MemoryEffect } from '../../machine/access-form.ts';
import type { StateSpace } from '../../machine/address-windows.ts';
import { type Strength, scopeOf } from '../../machine/strength.ts';
import type { Operand } from '../../parse/ast.ts';
import type { Form } from '../form.ts';

export type SpaceName = AccessForm['space'];

export const ATOMIC = ['global', 'shared', 'shared::cta', 'shared::cluster'] as const;
export const WRITABLE = [...ATOMIC, 'local', 'param', 'param::func'] as const;
const SPACES = [...WRITABLE, 'param::entry', 'const'] as const;

/** Takes the state space from the modifiers; none means a generic address. */
export function takeSpace(form: Form, spaces: readonly string[] = SPACES): SpaceName {
  const found = spaces.find(space => form.take(space));
  if (found === 'shared::cluster') return 'cluster';
  return found ? (found.split('::')[0] as StateSpace) : 'generic';
}

type Direction = 'load' | 'store' | 'atomic' | 'reduction';

const ORDERINGS: Readonly<Record<Direction, readonly string[]>> = {
  load: ['volatile', 'acquire', 'relaxed', 'mmio'],
  store: ['volatile', 'release', 'relaxed', 'mmio'],
  atomic: ['relaxed', 'acquire', 'release', 'acq_rel'],
  reduction: ['relaxed', 'release'],
};

/**
 * Strength of an access; null for a load or store without such a word. Atomics are strong without a word; volatile is
 * relaxed for all devices.
 */
export function takeStrength(form: Form, kind: Direction): Strength | null {
  const taken = ORDERINGS[kind].filter(m => form.take(m));
  if (taken.length === 0 && (kind === 'load' || kind === 'store')) return null;
  return {
    scope: scopeOf(form.instruction.modifiers),
    acquires: taken.some(word => word === 'acquire' || word === 'acq_rel'),
    releases: taken.some(word => word === 'release' || word === 'acq_rel'),
  };
}

interface AddressedAccess {
  readonly kind: AccessKind;
  readonly effect?: MemoryEffect;
  readonly isTraced?: boolean;
  readonly widthBytes: number;
  readonly values: readonly number[];
  readonly elementBytes: number;
  readonly strength?: Strength | null;
  readonly isReadOnly?: boolean;
}

/** The narrowest accesses of shared memory, and those that write device memory. */
function noteWidth({ link }: Form, space: SpaceName, { widthBytes, kind, effect }: AddressedAccess): void {
  const isGeneric = space === 'generic';
  if (widthBytes < link.sharedGranule && (space === 'shared' || isGeneric || space === 'cluster'))
    link.sharedGranule = widthBytes as 1 | 2;
  const writes = kind !== 'load' && effect !== 'read';
  if (writes && widthBytes < link.globalGranule && (space === 'global' || isGeneric))
    link.globalGranule = widthBytes as 1 | 2;
}

/** The address form of an access; where the base is a symbol, its address is a constant. */
export function addressForm(form: Form, operand: Operand, space: SpaceName, access: AddressedAccess): AccessForm {
  if (operand.kind !== 'address') return form.refuse('the operand is no address');
  const { base, byteOffset } = operand;
  noteWidth(form, space, access);
  if (base === null) return absolute(form, byteOffset, space, access, isShown(space));
  if (base.kind === 'register') return onRegister(form, base.name, byteOffset, space, access);
  return onSymbol(form, base.name, byteOffset, space, access);
}

function onRegister(form: Form, name: string, offset: bigint, space: SpaceName, access: AddressedAccess): AccessForm {
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

function onSymbol(form: Form, name: string, offset: bigint, space: SpaceName, access: AddressedAccess): AccessForm {
  const place = form.link.place(name) ?? form.refuse(`the address of '${name}' is not known`);
  const isSlot = place.space === 'local' && place.variable.space === 'param';
  const named = isSlot ? 'param' : place.space;
  const isNamed = space === named || (space === 'cluster' && named === 'shared');
  if (space !== 'generic' && !isNamed) form.refuse(`'${name}' is not in .${space}`);
  const isObserved = !isSlot && isShown(place.space);
  if (place.space === 'shared') return at(form.link.addressSlot(name, Number(offset), 'b64'), 'shared', access, true);
  if (!place.frame) return absolute(form, BigInt(place.byteOffset) + offset, place.space, access, isObserved);
  return new AccessForm({
    ...access,
    space: 'local',
    byteOffset: place.byteOffset + Number(BigInt.asIntN(32, offset)),
    address: place.frame.frameSlot,
    isWide: false,
    isObserved,
  });
}

const absolute = (
  form: Form,
  address: bigint,
  space: SpaceName,
  access: AddressedAccess,
  isObserved: boolean,
): AccessForm => at(form.source({ kind: 'integer', value: address }, 'b64'), space, access, isObserved);

/** Access at the 64-bit address in `slot`. */
const at = (slot: number, space: SpaceName, access: AddressedAccess, isObserved: boolean): AccessForm =>
  new AccessForm({ ...access, space, byteOffset: 0, address: slot, isWide: true, isObserved });

const isShown = (space: SpaceName): boolean => space !== 'param';
