import { REPORT_READERS } from '@morada/contract/money/finance.search';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { ReportForm } from '#web/features/reports/report-form.tsx';
import { PageHead } from '#web/ui/page/page.tsx';

export const Route = createFileRoute('/_app/financial/reports')({
  staticData: {
    menu: { entry: 'Relatórios', icon: IconFileSpreadsheet },
    access: REPORT_READERS,
  },
  component: ReportsPage,
});

function ReportsPage() {
  return (
    <>
      <PageHead title="Relatórios" below="O caixa de um período em planilha" terms={['cashBook']} />
      <ReportForm />
    </>
  );
}
