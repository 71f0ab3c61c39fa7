import { templates } from '@morada/contract/lease/templates';
import { IconFileTypography } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { AddTemplate, TemplateList } from '#web/features/templates/list/template-list.tsx';
import { templatesQuery } from '#web/features/templates/template-queries.ts';
import { download } from '#web/lib/api/files.ts';
import { ExportButton } from '#web/ui/list/export-button.tsx';
import { PageHead } from '#web/ui/page/page.tsx';

export const Route = createFileRoute('/_app/settings/contracts/')({
  staticData: {
    menu: { entry: 'Modelos de contrato', icon: IconFileTypography },
    access: ['CONTRACT_TEMPLATE_VIEW', 'PROPOSAL_VIEW'],
  },
  loader: ({ context }) => void context.queryClient.prefetchQuery(templatesQuery),
  component: Templates,
});

function Templates() {
  return (
    <>
      <PageHead
        title="Modelos de contrato"
        below="Textos com variáveis, de onde saem os contratos em PDF"
        primary={<AddTemplate />}
        actions={<ExportButton onExport={(format) => download(templates.export, { params: { format }, query: {} })} />}
      />
      <TemplateList />
    </>
  );
}
