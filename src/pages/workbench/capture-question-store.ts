/** Captures that were opened together, and whether the user is asked for one of them now. */
import { create } from 'zustand';
import type { CaptureChoice } from './capture-choices.ts';
import type { CaptureFolder } from './dropped-files.ts';

interface CaptureQuestion {
  /** Empty where none were opened together. */
  readonly choices: readonly CaptureChoice[];
  readonly isAsked: boolean;
}

export const useCaptureQuestion = create<CaptureQuestion>()(() => ({ choices: [], isAsked: false }));

export async function askForCapture(folders: readonly CaptureFolder[]): Promise<void> {
  const { captureChoices } = await import('./capture-choices.ts');
  useCaptureQuestion.setState({ choices: await captureChoices(folders), isAsked: true });
}
