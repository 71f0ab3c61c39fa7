import { IconLayoutDashboard } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { QuickLinks } from '#web/features/shell/quick-links.tsx';
import { today } from '#web/lib/today.ts';
import { PageHead } from '#web/ui/page.tsx';

export const Route = createFileRoute('/_app/')({
  staticData: { menu: { group: null, label: 'Dashboard', icon: IconLayoutDashboard, order: 0 }, access: 'login' },
  component: Dashboard,
});

function Dashboard() {
  return (
    <>
      <PageHead title="Dashboard" below={dayInWords(today())} />
      <QuickLinks />
    </>
  );
}

/** `Sexta-feira, 20 de novembro de 2026` */
function dayInWords(day: string): string {
  const words = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(day));
  return words.charAt(0).toUpperCase() + words.slice(1);
}
