/** The textures and surfaces among a launch's parameters: checked as the driver would, and placed in their buffers. */
import { DEVICE_ARENA_BASE } from '../../trace/device-addresses.ts';
import { imageBreaches } from '../../trace/image-rules.ts';
import { ELEMENT_BYTES, type Launch } from '../../trace/launch.ts';
import type { ImageValue } from '../../trace/launch-image.ts';
import { imagesOf, type PlacedImage, placedImage } from '../machine/placed-image.ts';
import type { DeviceLayout } from './device-layout.ts';
import { LaunchRefusal } from './launch-error.ts';

/** Images in the order of their handles. */
export const placedImages = (launch: Launch, { addresses }: DeviceLayout): PlacedImage[] =>
  imagesOf(launch).map(image => {
    checkImage(launch, image);
    return placedImage(image, addresses.get(image.buffer)! - DEVICE_ARENA_BASE);
  });

function checkImage(launch: Launch, image: ImageValue): void {
  const field = fieldOf(launch, image);
  const buffer = launch.buffers.find(({ name }) => name === image.buffer);
  if (!buffer) throw new LaunchRefusal(`there is no buffer '${image.buffer}'`, `${field}.buffer`);
  for (const { path, message } of imageBreaches(image, buffer.length * ELEMENT_BYTES[buffer.type])) {
    throw new LaunchRefusal(message, [field, ...path].join('.'));
  }
}

function fieldOf({ params }: Launch, image: ImageValue): string {
  const param = params.findIndex(p => p === image || (p.kind === 'struct' && p.fields.some(f => f === image)));
  const owner = params[param];
  const isField = owner.kind === 'struct';
  return isField
    ? `params[${param}].fields[${owner.fields.indexOf(owner.fields.find(f => f === image)!)}]`
    : `params[${param}]`;
}
