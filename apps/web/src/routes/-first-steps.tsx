import { FirstSteps } from '#web/features/dashboard/first-steps.tsx';
import { DemonstrationOffer } from '#web/features/demonstration/demonstration-offer.tsx';
import { ImportButton } from './-import-button.tsx';

/** Comes with the dashboard only where a step is left. */
export default function DashboardFirstSteps() {
  return <FirstSteps importButton={(kind) => <ImportButton kind={kind} />} offer={<DemonstrationOffer />} />;
}
