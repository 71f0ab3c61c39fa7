import { Button } from '@mantine/core';
import type { ProposalDetail } from '@morada/contract/proposals';
import { IconTrash, IconUserShield } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { toast } from '#web/lib/toast.ts';
import { EmptyState } from '#web/ui/blank.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { DocumentNumber, Missing, PhoneNumber } from '#web/ui/figures.tsx';
import { GuaranteeWarnings } from './guarantee-warnings.tsx';
import { GuarantorForm } from './guarantor-form.tsx';
import { clientPage } from './places.ts';
import classes from './proposal-guarantors.module.css';
import { useGuarantors } from './proposal-rows.ts';
import type { PickerSlot } from './slots.ts';

type Guarantor = ProposalDetail['guarantors'][number];

const COLUMNS: Column<Guarantor>[] = [
  { title: 'Nome', kind: 'main', phone: 'main', cell: (guarantor) => <Name {...guarantor} /> },
  { title: 'CPF/CNPJ', phone: 'below', cell: ({ cpf_cnpj }) => <DocumentNumber value={cpf_cnpj} /> },
  { title: 'RG', leaves: 'late', cell: ({ rg }) => rg ?? <Missing /> },
  { title: 'Telefone', phone: 'state', cell: ({ phone }) => <PhoneNumber value={phone} /> },
];

type ProposalGuarantorsProps = {
  proposal: ProposalDetail;
  editable: boolean;
  clientPicker: PickerSlot;
};

export function ProposalGuarantors({ proposal, editable, clientPicker }: ProposalGuarantorsProps) {
  const { remove: removeGuarantor } = useGuarantors(proposal.id);
  const confirm = useConfirm();

  async function remove({ id, name }: Guarantor) {
    const removed = await confirm({
      title: 'Remover fiador',
      says: `${name} deixa de ser fiador deste contrato. O cadastro continua como está.`,
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
      {editable && <GuarantorForm proposalId={proposal.id} clientPicker={clientPicker} />}
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
