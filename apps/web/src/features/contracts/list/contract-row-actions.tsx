import { IconFileDescription, IconHistory, IconReceipt } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ContractTab } from '#web/features/contracts/record/contract-tabs.ts';
import { RowMore } from '#web/ui/base/actions.tsx';

/** "⋯" of a contract's row: what is looked up most often in it. */
export function ContractRowActions({ id, onAccounts }: { id: number; onAccounts: () => void }) {
  const navigate = useNavigate();
  const open = (tab: ContractTab) => () =>
    navigate({ to: '/contracts/info/$id', params: { id: String(id) }, search: { tab } });
  return (
    <RowMore
      label={`Mais ações do contrato ${id}`}
      actions={[
        { label: 'Contas do contrato', icon: IconReceipt, onClick: onAccounts },
        { label: 'Documentos', icon: IconFileDescription, onClick: open('documentos') },
        { label: 'Histórico', icon: IconHistory, onClick: open('historico') },
      ]}
    />
  );
}
