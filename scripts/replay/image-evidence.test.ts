/** Textures, surfaces and im2col copies of the emulator against a GPU's, on the same bytes. */
import { expect, test } from 'vitest';
import { emulatedOutputs } from './compare.ts';
import { im2colEvidence, imageEvidence } from './evidence.ts';
import { im2colReplay } from './im2col-launches.ts';
import { imageReplay } from './image-launches.ts';
import { hashOfBytes, hashOfLaunch, looseAnswers } from './loose-answers.ts';

const { answers } = imageEvidence();
const images = [...emulatedOutputs([imageReplay()])];

test('the GPU was asked these fetches, and the differences are to what the emulator says', () => {
  expect(Object.keys(answers)).toEqual(images.map(({ launch }) => launch.id));
  for (const { launch, output } of images) {
    expect([launch.id, answers[launch.id].asked]).toEqual([launch.id, hashOfLaunch(launch.launch)]);
    expect([launch.id, answers[launch.id].emulated]).toEqual([launch.id, hashOfBytes(output)]);
  }
});

test('points, layers, gathered texels and surfaces are equal in every byte', () => {
  const points = Object.entries(answers).filter(([id]) => !id.includes('linear'));
  expect(points.length).toBeGreaterThan(45);
  expect(points.filter(([, { different }]) => different > 0)).toEqual([]);
});

test('of linear filters one word in a hundred differs, by the weight of a few 256ths', () => {
  const linear = Object.entries(answers).filter(([id]) => id.includes('linear'));
  const sum = linear.reduce((all, [, { different }]) => all + different, 0);
  // A kernel writes 64 to 192 of the 1,024 words of an output.
  expect(sum).toBeLessThan(0.01 * 96 * linear.length);
  for (const [id, { worst }] of linear) expect([id, worst < (4 / 256) * 128]).toEqual([id, true]);
});

test('a word that differs is counted, with the difference', () => {
  const { launch, output } = images[0];
  const other = new Uint8Array(output);
  new DataView(other.buffer).setFloat32(8, new DataView(new Uint8Array(output).buffer).getFloat32(8, true) + 0.5, true);
  expect(looseAnswers(launch.launch, other, output)).toMatchObject({ different: 1, worst: 0.5 });
});

test('copies of pixels by maps for im2col leave the bytes that the GPU left', () => {
  const { copies } = im2colEvidence();
  const emulated = [...emulatedOutputs([im2colReplay()])];
  expect(Object.keys(copies)).toEqual(emulated.map(({ launch }) => launch.id));
  for (const { launch, output } of emulated) {
    const own = { asked: hashOfLaunch(launch.launch), answered: hashOfBytes(output) };
    expect([launch.id, copies[launch.id]]).toEqual([launch.id, own]);
  }
});
