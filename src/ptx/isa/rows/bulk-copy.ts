/** cp.async.bulk: copies of many bytes that an engine does for one thread. */
import type { Run } from '../../machine/operation.ts';
import type { Form } from '../form.ts';
import { copyTensor } from './tensor-copy.ts';

export function copyBulk(form: Form): Run {
  if (form.take('tensor')) return copyTensor(form);
  return form.refuse('bulk copies are not implemented');
}
