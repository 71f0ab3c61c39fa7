import { useState } from 'react';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { Tabs } from '#web/ui/display/tabs/tabs.tsx';
import { ExportButton } from '#web/ui/list/export-button.tsx';
import { PageHead } from '#web/ui/page/page.tsx';
import { BatchTable } from './batch-table.tsx';
import { DuePanel, type DuePanelProps } from './due/due-panel.tsx';
import { saveDue } from './readjustment-queries.ts';

const BatchWindow = lazyWindow(
  () => import('./batch-window.tsx'),
  ({ BatchWindow }) => BatchWindow,
);

export type ReadjustmentsTab = 'mes' | 'lotes';

type ReadjustmentsPageProps = DuePanelProps & {
  tab: ReadjustmentsTab | undefined;
  onTab: (tab: ReadjustmentsTab) => void;
  batches: number;
  onBatches: (page: number) => void;
};

/** Reajustes do mês, and the batches in which they were applied. */
export function ReadjustmentsPage({ tab = 'mes', onTab, batches, onBatches, ...due }: ReadjustmentsPageProps) {
  const [opened, setOpened] = useState<number>();
  return (
    <>
      <PageHead
        title="Reajustes do mês"
        terms={['readjustment', 'index']}
        actions={<ExportButton onExport={(format) => saveDue(format, due.month)} />}
        breadcrumbs={[{ label: 'Contratos', to: '/contracts' }]}
      />
      <Tabs
        label="Reajustes"
        value={tab}
        onChange={(next) => onTab(next as ReadjustmentsTab)}
        tabs={[
          { value: 'mes', label: 'Reajustes do mês', panel: <DuePanel {...due} /> },
          {
            value: 'lotes',
            label: 'Lotes aplicados',
            panel: <BatchTable page={batches} onPage={onBatches} onOpen={setOpened} />,
          },
        ]}
      />
      {opened !== undefined && <BatchWindow id={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}
