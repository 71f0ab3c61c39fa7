import { Button } from '@mantine/core';
import { FISCAL_READERS, FiscalTableSearch } from '@morada/contract/fiscal/fiscal.search';
import { type FiscalTables, fiscalTables } from '@morada/contract/fiscal/fiscal-tables';
import { FISCAL_TABLE_KINDS } from '@morada/domain/fiscal/fiscal-tables';
import { IconPlus, IconTable } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { type Table, type TableKind, tablesQuery } from '#web/features/fiscal-tables/fiscal-table-queries.ts';
import {
  CalendarFigures,
  ReformFigures,
  TablePanels,
  WithholdingFigures,
} from '#web/features/fiscal-tables/table-panels.tsx';
import { listOf } from '#web/lib/list.ts';
import { may } from '#web/lib/session/session.ts';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { Tabs } from '#web/ui/display/tabs/tabs.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { PageHead } from '#web/ui/page/page.tsx';

const DRAWERS = {
  withholding: lazyWindow(
    () => import('#web/features/fiscal-tables/withholding-window.tsx'),
    ({ WithholdingWindow }) => WithholdingWindow,
  ),
  calendar: lazyWindow(
    () => import('#web/features/fiscal-tables/calendar-window.tsx'),
    ({ CalendarWindow }) => CalendarWindow,
  ),
  reform: lazyWindow(
    () => import('#web/features/fiscal-tables/reform-window.tsx'),
    ({ ReformWindow }) => ReformWindow,
  ),
};

export const Route = createFileRoute('/_app/fiscal/tables')({
  validateSearch: FiscalTableSearch,
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(tablesQuery);
  },
  staticData: {
    menu: { entry: 'Impostos', label: 'Tabelas', tab: 7, icon: IconTable },
    access: FISCAL_READERS,
    list: listOf(FiscalTableSearch, { kind: 'own' }),
  },
  component: Tables,
});

type Opened = { [K in TableKind]: { kind: K; of: Table<K>; isNew: boolean } }[TableKind];

function Tables() {
  const { kind } = Route.useSearch();
  const navigate = Route.useNavigate();
  const query = useQuery(tablesQuery);
  const [opened, setOpened] = useState<Opened>();
  const found = query.data;
  const close = () => setOpened(undefined);
  const Drawer = DRAWERS[kind];
  return (
    <>
      <PageHead
        title="Tabelas fiscais"
        terms={['withholding', 'reform']}
        below="Alíquotas, limites e prazos por vigência, com a norma que os define"
        primary={
          may(fiscalTables.putWithholding.access) && (
            <Button
              leftSection={<IconPlus size={15} />}
              disabled={!found}
              onPointerEnter={Drawer.preload}
              onClick={() => found && setOpened(newOf(kind, found))}
            >
              Nova vigência
            </Button>
          )
        }
      />
      <QueryBoundary query={query} what="as tabelas">
        {(tables) => (
          <Tabs
            label="Tabelas"
            value={kind}
            onChange={(next) => navigate({ search: { kind: next as TableKind }, replace: true })}
            tabs={[
              {
                ...{ value: 'withholding', label: FISCAL_TABLE_KINDS.WITHHOLDING },
                panel: (
                  <TablePanels
                    tables={tables.withholding}
                    figures={(table) => <WithholdingFigures of={table} />}
                    onChange={(of) => setOpened({ kind: 'withholding', of, isNew: false })}
                  />
                ),
              },
              {
                ...{ value: 'calendar', label: FISCAL_TABLE_KINDS.CALENDAR },
                panel: (
                  <TablePanels
                    tables={tables.calendar}
                    figures={(table) => <CalendarFigures of={table} />}
                    onChange={(of) => setOpened({ kind: 'calendar', of, isNew: false })}
                  />
                ),
              },
              {
                ...{ value: 'reform', label: FISCAL_TABLE_KINDS.REFORM },
                panel: (
                  <TablePanels
                    tables={tables.reform}
                    figures={(table) => <ReformFigures of={table} />}
                    onChange={(of) => setOpened({ kind: 'reform', of, isNew: false })}
                  />
                ),
              },
            ]}
          />
        )}
      </QueryBoundary>
      {opened?.kind === 'withholding' && <DRAWERS.withholding {...opened} onClose={close} />}
      {opened?.kind === 'calendar' && <DRAWERS.calendar {...opened} onClose={close} />}
      {opened?.kind === 'reform' && <DRAWERS.reform {...opened} onClose={close} />}
    </>
  );
}

/** A new validity begins with the figures of the newest. */
function newOf(kind: TableKind, { withholding, calendar, reform }: FiscalTables): Opened | undefined {
  switch (kind) {
    case 'withholding':
      return withholding[0] && { kind, of: withholding[0], isNew: true };
    case 'calendar':
      return calendar[0] && { kind, of: calendar[0], isNew: true };
    case 'reform':
      return reform[0] && { kind, of: reform[0], isNew: true };
  }
}
