import { Button } from '@mantine/core';
import type { ProposalDetail } from '@morada/contract/lease/proposals';
import { IconTrash, IconUserShield } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRemoveGuarantor } from '#web/features/contracts/list/contract-rows.ts';
import { clientPage } from '#web/features/contracts/terms/places.ts';
import { toast } from '#web/lib/toast.ts';
import { DocumentNumber, Missing, PhoneNumber } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import classes from './contract-guarantors.module.css';
import { GuaranteeWarnings } from './guarantee-warnings.tsx';
import { GuarantorForm } from './guarantor-form.tsx';

type Guarantor = ProposalDetail['guarantors'][number];

const COLUMNS: Column<Guarantor>[] = [
  { title: 'Nome', kind: 'main', phone: 'main', cell: (guarantor) => <Name {...guarantor} /> },
  { title: 'CPF/CNPJ', phone: 'below', cell: ({ cpf_cnpj }) => <DocumentNumber value={cpf_cnpj} /> },
  { title: 'RG', hideBelow: 1100, cell: ({ rg }) => rg ?? <Missing /> },
  { title: 'Telefone', phone: 'state', cell: ({ phone }) => <PhoneNumber value={phone} /> },
];

type ContractGuarantorsProps = {
  proposal: ProposalDetail;
  editable: boolean;
};

export function ContractGuarantors({ proposal, editable }: ContractGuarantorsProps) {
  const removeGuarantor = useRemoveGuarantor(proposal.id);
  const confirm = useConfirm();

  async function remove({ id, name }: Guarantor) {
    const removed = await confirm({
      title: 'Remover fiador',
      body: `${name} deixa de ser fiador deste contrato. O cadastro continua como está.`,
      verb: 'Remover fiador',
      danger: true,
      run: () => removeGuarantor(id),
    });
    if (removed) toast.success('Fiador removido do contrato!');
  }

  return (
    <div className={classes.tab}>
      <GuaranteeWarnings
        guarantee={proposal.guarantee}
        guarantors={proposal.guarantors.length}
        deposit={proposal.deposit ?? 0}
        price={proposal.price}
      />
      {editable && <GuarantorForm contractId={proposal.id} />}
      <DataTable
        what="os fiadores"
        query={{ data: proposal.guarantors }}
        columns={COLUMNS}
        actions={
          editable
            ? (guarantor) => (
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconTrash size={14} />}
                  aria-label={`Remover fiador ${guarantor.name}`}
                  onClick={() => remove(guarantor)}
                >
                  Remover
                </Button>
              )
            : undefined
        }
        empty={
          <EmptyState
            icon={IconUserShield}
            title="Nenhum fiador"
            below={editable ? 'Busque um cliente acima para adicioná-lo.' : 'O contrato não tem fiador.'}
          />
        }
      />
    </div>
  );
}

function Name({ user_id, name }: Guarantor) {
  const page = clientPage(user_id);
  return page ? <Link {...page}>{name}</Link> : name;
}
