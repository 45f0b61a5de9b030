/** Origin of the recorded launch: kernel, GPU, memory, and what had to be assumed. */
import { bytes, count } from '../../base/numbers.ts';
import { bytesInMemory } from '../../contract/saved-document.ts';
import type { CaptureOrigin, WorkbenchDocument } from '../../contract/workbench-document.ts';
import { FactList } from '../../panels/kit/fact-list.tsx';
import { PanelSection } from '../../panels/panel-section.tsx';
import { foldedName, kernelNameOf } from '../../ptx/outline/kernel-name.ts';
import { useCaptureQuestion } from './capture-question-store.ts';
import css from './capture-section.module.css';
import { GpuRunSection } from './gpu-run-section.tsx';

interface CaptureSectionProps {
  readonly edition: number;
  readonly document: WorkbenchDocument;
  readonly capture: CaptureOrigin;
}

export function CaptureSection({ edition, document, capture }: CaptureSectionProps) {
  const { gpu, kernel, index, notes } = capture;
  const { launch } = document;
  const choices = useCaptureQuestion(({ choices }) => choices.length);
  const times = (sizes: readonly number[]) => sizes.map(count).join(' × ');
  const facts = [
    {
      name: gpu.device === undefined ? 'GPU' : `GPU ${gpu.device}`,
      value: `${gpu.name}, sm_${gpu.computeCapability.join('')}, driver of CUDA ${driverText(gpu.driver)}`,
    },
    { name: 'Launch', value: `${count(index)} of this kernel, by ${capture.api}` },
    { name: 'Grid', value: `${times(launch.grid)} CTAs of ${times(launch.block)} threads` },
    {
      name: 'Memory',
      value: `${count(launch.buffers.length)} ${launch.buffers.length === 1 ? 'buffer' : 'buffers'}, ${bytes(bytesInMemory(document))} before and after`,
    },
  ];
  return (
    <div className={css.captured}>
      <PanelSection title="Captured">
        <details className={css.kernel}>
          <summary>
            <code>{foldedName(kernelNameOf(kernel))}</code>
          </summary>
          <code>{kernel}</code>
        </details>
        {choices > 1 && (
          <button type="button" className="button" onClick={() => useCaptureQuestion.setState({ isAsked: true })}>
            Another of {choices} captures …
          </button>
        )}
        <FactList className={css.facts} facts={facts} />
        <GpuRunSection edition={edition} document={document} />
        {notes.length > 0 && (
          <ul className={css.notes}>
            {notes.map(note => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
      </PanelSection>
    </div>
  );
}

/** 13010 -> 13.1. */
const driverText = (driver: number): string => `${Math.floor(driver / 1000)}.${Math.floor((driver % 1000) / 10)}`;
