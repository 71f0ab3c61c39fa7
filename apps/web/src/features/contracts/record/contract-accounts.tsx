import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { contractQuery } from '#web/features/contracts/contract-queries.ts';
import { Tabs } from '#web/ui/display/tabs/tabs.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import { ContractInvoices } from './contract-invoices.tsx';
import { ContractTransfers } from './contract-transfers.tsx';

/** Amounts received and transferred for a contract, in a window over the list. */
export function ContractAccounts({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery(contractQuery(id));
  const [tab, setTab] = useState('faturas');
  return (
    <RecordWindow title={`Contas do contrato ${id}`} width={880} onClose={onClose}>
      <QueryBoundary query={{ ...query, data: query.data?.data }} what="as contas do contrato" lines={10}>
        {({ invoices, transfers, billing_lead_days }) => (
          <Tabs
            label={`Contas do contrato ${id}`}
            value={tab}
            onChange={setTab}
            tabs={[
              {
                value: 'faturas',
                label: 'Faturas',
                count: invoices.length,
                panel: <ContractInvoices contract={id} invoices={invoices} leadDays={billing_lead_days} />,
              },
              {
                value: 'transferencias',
                label: 'Transferências',
                count: transfers.length,
                panel: <ContractTransfers transfers={transfers} />,
              },
            ]}
          />
        )}
      </QueryBoundary>
    </RecordWindow>
  );
}
