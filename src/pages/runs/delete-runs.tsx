/** Asks before runs are deleted: nothing brings them back. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../panels/kit/dialog.tsx';
import { type Measurement, measurementName } from '../../services/recordings/measurement.ts';
import { removeComparison } from '../../services/server/server-api.ts';
import css from './runs-page.module.css';

interface DeleteRunsProps {
  /** null: nothing is to go. */
  readonly measurement: Measurement | null;
  readonly onClose: () => void;
}

export const DeleteRuns = ({ measurement, onClose }: DeleteRunsProps) => (
  <Dialog open={measurement !== null} label="Delete runs" look="question" onClose={onClose}>
    {measurement && <Question measurement={measurement} onClose={onClose} />}
  </Dialog>
);

function Question({ measurement, onClose }: { readonly measurement: Measurement; readonly onClose: () => void }) {
  const { failure, remove } = useRemoval(measurement, onClose);
  return (
    <>
      <h2>Delete these runs?</h2>
      <p>
        {measurementName(measurement)}: {measurement.records.length} variants with all their samples. This cannot be
        undone.
      </p>
      {failure !== null && <p role="alert">Not deleted: {failure}</p>}
      <div className={`row ${css.answers}`}>
        <button type="button" className="button" onClick={onClose}>
          Keep them
        </button>
        <button type="button" className={`button ${css.danger}`} onClick={() => void remove()}>
          Delete for good
        </button>
      </div>
    </>
  );
}

function useRemoval({ storeIds }: Measurement, onRemoved: () => void) {
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const remove = async () => {
    try {
      // Runs that the server could not keep are only on this page, and go away when the runs are read again.
      if (storeIds.length > 0) await removeComparison(storeIds[0]);
      onRemoved();
    } catch (error) {
      setFailure((error as Error).message);
    }
    await queries.invalidateQueries({ queryKey: ['own-runs'] });
  };
  return { failure, remove };
}
