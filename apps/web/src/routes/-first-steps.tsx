import type { ImportKind } from '@morada/contract/desk/imports.search';
import { useState } from 'react';
import { FirstSteps } from '#web/features/dashboard/first-steps.tsx';
import { DemonstrationOffer } from '#web/features/demonstration/demonstration-offer.tsx';
import { ImportOpener, ImportWindow } from './-import-button.tsx';

/**
 * Comes with the dashboard only where a step is left. The import window stands beside the steps, so that its result stays
 * when the step that opened it is done.
 */
export default function DashboardFirstSteps() {
  const [importing, setImporting] = useState<ImportKind>();
  return (
    <>
      <FirstSteps
        importButton={(kind) => <ImportOpener kind={kind} onOpen={() => setImporting(kind)} />}
        offer={<DemonstrationOffer />}
      />
      {importing && <ImportWindow kind={importing} onClose={() => setImporting(undefined)} />}
    </>
  );
}
