import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '#web/ui/loaded.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { RecordModal } from '#web/ui/windows.tsx';
import { ProposalInvoices } from './proposal-invoices.tsx';
import { proposalQuery } from './proposal-queries.ts';
import { ProposalTransfers } from './proposal-transfers.tsx';

/** Amounts received and transferred for a contract, in a window over the list. */
export function ProposalAccounts({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery(proposalQuery(id));
  const [tab, setTab] = useState('faturas');
  return (
    <RecordModal title={`Contas do contrato ${id}`} width={880} onClose={onClose}>
      <Loaded query={{ ...query, data: query.data?.data }} what="as contas do contrato" lines={10}>
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
                panel: <ProposalInvoices invoices={invoices} leadDays={billing_lead_days} />,
              },
              {
                value: 'transferencias',
                label: 'Transferências',
                count: transfers.length,
                panel: <ProposalTransfers transfers={transfers} />,
              },
            ]}
          />
        )}
      </Loaded>
    </RecordModal>
  );
}
