import { IconLayoutDashboard } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { QuickLinks } from '#web/app/shell/quick-links.tsx';
import { dashboardQuery } from '#web/features/dashboard/dashboard-query.ts';
import { firstStepsQuery, loadFirstSteps } from '#web/features/dashboard/first-steps-query.ts';
import { NewMenu } from '#web/features/dashboard/new-menu.tsx';
import { Overview } from '#web/features/dashboard/overview.tsx';
import { TodayQueue } from '#web/features/dashboard/today-queue.tsx';
import { PropertyDrawing } from '#web/features/properties/list/property-drawing.tsx';
import { today } from '#web/lib/today.ts';
import { useTaskGroups } from '#web/routes/-task-groups.ts';
import { lazyPanel } from '#web/ui/feedback/lazy.tsx';
import { PageHead } from '#web/ui/page/page.tsx';

const FirstSteps = lazyPanel(
  'os primeiros passos',
  () => import('#web/routes/-first-steps.tsx'),
  ({ default: FirstSteps }) => FirstSteps,
);

export const Route = createFileRoute('/_app/')({
  staticData: {
    menu: { entry: 'Dashboard', icon: IconLayoutDashboard, key: 'd' },
    access: 'login',
  },
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(dashboardQuery);
    return loadFirstSteps(context.queryClient, FirstSteps.preload);
  },
  component: Dashboard,
});

function Dashboard() {
  const { groups, reload } = useTaskGroups();
  const query = useQuery(dashboardQuery);
  const steps = useQuery(firstStepsQuery);
  // The first steps stay once shown, so that completing the last one doesn't close a window opened from it.
  const [begun, setBegun] = useState(false);
  const stepsLeft = Boolean(steps.error || (steps.data && steps.data.length > 0));
  if (stepsLeft && !begun) setBegun(true);
  return (
    <>
      <PageHead title="Dashboard" below={dayInWords(today())} primary={<NewMenu />} />
      {begun && <FirstSteps />}
      {groups.length > 0 ? <TodayQueue groups={groups} onRetry={reload} /> : <QuickLinks />}
      <Overview query={query} drawing={(location) => <PropertyDrawing location={location} />} />
    </>
  );
}

/** `Sexta-feira, 20 de novembro de 2026` */
function dayInWords(day: string): string {
  const words = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(day));
  return words.charAt(0).toUpperCase() + words.slice(1);
}
