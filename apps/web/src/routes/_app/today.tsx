import { createFileRoute } from '@tanstack/react-router';
import { TodayQueue } from '#web/features/dashboard/today-queue.tsx';
import { useTaskGroups } from '#web/routes/-task-groups.ts';
import { PageHead } from '#web/ui/page/page.tsx';

export const Route = createFileRoute('/_app/today')({ staticData: { access: 'login' }, component: Today });

/** Rows of all kinds together; each kind's list has the others. */
const MOST = 100;

/** *Hoje* whole, of which the dashboard shows the first rows. */
function Today() {
  const { groups, reload } = useTaskGroups();
  return (
    <>
      <PageHead
        title="Hoje"
        below="O que espera por você, com o atrasado primeiro"
        breadcrumbs={[{ label: 'Dashboard', to: '/' }]}
      />
      <TodayQueue groups={groups} onRetry={reload} most={MOST} />
    </>
  );
}
