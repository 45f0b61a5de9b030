/** The issue of one `cp.async`: which lanes copy how many bytes from where to where. */
import { access } from '../../machine/access.ts';
import type { AccessForm } from '../../machine/access-form.ts';
import { copiesOf } from '../../machine/async-copies.ts';
import { reportBadLanes } from '../../machine/bad-address.ts';
import { fail } from '../../machine/faults.ts';
import { IssuedCopy } from '../../machine/issued-copy.ts';
import { globalOffset } from '../../machine/locate.ts';
import type { Operation, Run } from '../../machine/operation.ts';
import type { Warp } from '../../machine/warp.ts';
import type { Operand } from '../../parse/ast.ts';
import type { Form } from '../form.ts';
import { addressForm, takeSpace } from './address.ts';

const SIZES = [4n, 8n, 16n];

export function immediate(form: Form, operand: Operand): bigint {
  return operand.kind === 'integer' ? operand.value : form.refuse('needs an integer constant');
}

interface Copy {
  readonly destination: AccessForm;
  readonly source: AccessForm;
  /** Bytes that are read in each lane: a plane, where the instruction has it. */
  readonly sourceBytes: number | null;
  /** Predicate of lanes that read nothing. */
  readonly ignored: number | null;
}

function copyOf(form: Form, space: 'shared'): Copy {
  const size = immediate(form, form.operand(2));
  if (!SIZES.includes(size)) form.refuse(`copies 4, 8 or 16 bytes, not ${size}`);
  const hasPolicy = form.take('L2::cache_hint');
  const isWhole = form.oneOf(['ca', 'cg']) === 'cg';
  if (isWhole && size !== 16n) form.refuse('.cg copies 16 bytes');
  form.finish();
  const widthBytes = Number(size);
  const shape = { kind: 'copy', widthBytes, values: [], elementBytes: widthBytes } as const;
  const last = form.operandCount > (hasPolicy ? 4 : 3) ? form.operand(3) : null;
  const isPredicate = last?.kind === 'negated' || (last?.kind === 'register' && form.registerBits(last) === 0);
  return {
    destination: addressForm(form, form.operand(0), space, shape),
    source: addressForm(form, form.operand(1), 'global', { ...shape, effect: 'read' }),
    sourceBytes: last && !isPredicate ? form.source(last, 's32') : null,
    ignored: last && isPredicate ? form.predicate(last) : null,
  };
}

export function issueCopy(form: Form): Run {
  const space = takeSpace(form, ['shared', 'shared::cta']);
  form.oneOf(['global']);
  if (space !== 'shared') form.refuse('the destination is in .shared');
  const copy = copyOf(form, 'shared');
  return (warp, operation, mask) => {
    const issued = new IssuedCopy(operation, copy.destination);
    locateSources(warp, operation, copy, issued, mask);
    access(warp, operation, copy.destination, issued.lanes, ({ at }, _operation, _memory, lanes) => {
      issued.lanes = lanes;
      issued.destination.set(at);
      copiesOf(warp).issue(issued);
    });
    return 0;
  };
}

/** Leaves the lanes whose source may be read, or is not read at all. */
function locateSources(warp: Warp, operation: Operation, copy: Copy, issued: IssuedCopy, mask: number): void {
  const { sourceBytes, source } = issued;
  const { widthBytes } = copy.source;
  let [none, part] = [0, 0];
  for (let m = mask; m !== 0; m &= m - 1) {
    const bit = m & -m;
    const lane = 31 - Math.clz32(bit);
    const count = copy.ignored !== null && (warp.r[copy.ignored] & bit) !== 0 ? 0 : bytesOf(warp, copy, lane);
    if (count > widthBytes) tooMany(warp, operation, bit, count, widthBytes);
    sourceBytes[lane] = count;
    if (count === 0) none |= bit;
    else if (count < widthBytes) part |= bit;
  }
  issued.lanes = none | locateParts(warp, operation, copy.source, issued, part);
  const whole = mask & ~none & ~part;
  if (whole === 0) return;
  access(warp, operation, copy.source, whole, ({ at }, _operation, _memory, lanes) => {
    for (let m = lanes; m !== 0; m &= m - 1) source[31 - Math.clz32(m & -m)] = at[31 - Math.clz32(m & -m)];
    issued.lanes |= lanes;
  });
}

const bytesOf = ({ u }: Warp, { sourceBytes, source }: Copy, lane: number): number =>
  sourceBytes === null ? source.widthBytes : u[sourceBytes + lane];

function tooMany(warp: Warp, operation: Operation, lanes: number, count: number, most: number): never {
  const kind = { kind: 'badOperand' } as const;
  return fail(warp, operation, lanes, kind, `${count} bytes are to be copied into ${most}`);
}

/** Lanes that read fewer bytes than they write: only those bytes must be there. */
function locateParts(warp: Warp, operation: Operation, form: AccessForm, issued: IssuedCopy, mask: number): number {
  const { grid, watch } = warp.cta;
  let good = 0;
  for (let m = mask; m !== 0; m &= m - 1) {
    const lane = 31 - Math.clz32(m & -m);
    const offset = globalOffset(warp, form, lane);
    const isThere = grid.global.holding(offset, issued.sourceBytes[lane]) !== null;
    if (!isThere || (offset & (form.widthBytes - 1)) !== 0) reportBadLanes(warp, operation, form, 'global', 1 << lane);
    else {
      good |= 1 << lane;
      warp.at[lane] = issued.source[lane] = offset;
    }
  }
  if (good !== 0) watch?.accessed(warp, operation, form, 'global', good);
  return good;
}
