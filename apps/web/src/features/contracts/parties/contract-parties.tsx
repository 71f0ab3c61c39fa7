import { Button } from '@mantine/core';
import type { Party } from '@morada/contract/lease/parties';
import type { ProposalDetail } from '@morada/contract/lease/proposals';
import { formatDate } from '@morada/domain/base/calendar';
import { PARTY_ROLES, partyLife, partyStage, standsOn } from '@morada/domain/lease/parties';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { clientPage } from '#web/features/contracts/terms/places.ts';
import { toast } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';
import { DocumentNumber, PhoneNumber } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import classes from './contract-parties.module.css';
import { EndWindow } from './end-window.tsx';
import { useDiscardParty, useReopenParty } from './party-rows.ts';
import { PartyWindow } from './party-window.tsx';
import { PrincipalWindow } from './principal-window.tsx';

const COLUMNS: Column<Party>[] = [
  { title: 'Nome', kind: 'main', phone: 'main', cell: (party) => <Name {...party} /> },
  { title: 'Papel', phone: 'below', cell: roleWords },
  { title: 'CPF/CNPJ', hideBelow: 1100, cell: ({ cpf_cnpj }) => <DocumentNumber value={cpf_cnpj} /> },
  { title: 'Telefone', hideBelow: 1340, cell: ({ phone }) => <PhoneNumber value={phone} /> },
  { title: 'Vigência', phone: 'state', cell: validityWords },
];

function roleWords({ role, principal, of }: Party): string {
  if (principal) return 'Inquilino principal';
  return of ? `${PARTY_ROLES[role]} de ${of.name}` : PARTY_ROLES[role];
}

function validityWords(party: Party): string {
  const from = party.valid_from && formatDate(party.valid_from);
  const to = party.valid_to && formatDate(party.valid_to);
  if (from && to) return `${from} a ${to}`;
  if (to) return `Até ${to}`;
  return from ? `Desde ${from}` : 'Desde o início';
}

type Asked = { window: 'add' } | { window: 'principal' } | { window: 'end'; party: Party };

export function ContractParties({ proposal, editable }: { proposal: ProposalDetail; editable: boolean }) {
  const [asked, setAsked] = useState<Asked>();
  const reopen = useReopenParty();
  const discard = useDiscardParty();
  const confirm = useConfirm();
  const close = () => setAsked(undefined);
  const of = (party: Party) => ({ params: { id: proposal.id, party: party.id } });

  async function remove(party: Party) {
    const removed = await confirm({
      title: 'Remover parte incluída por engano',
      body: `${party.name} deixa de constar no contrato, como se nunca tivesse entrado. Para quem saiu, use Encerrar.`,
      verb: 'Remover',
      danger: true,
      run: () => discard.mutateAsync(of(party)),
    });
    if (removed) toast.success('Parte removida do contrato!');
  }

  const actions = (party: Party) => {
    const stage = partyStage(party);
    return (
      <div className={classes.buttons}>
        {stage.startsWith('ENDED') ? (
          <Button
            size="xs"
            variant="default"
            aria-label={`Reabrir a participação de ${party.name}`}
            loading={reopen.isPending && reopen.variables.params.party === party.id}
            onClick={() => reopen.mutate(of(party))}
          >
            Reabrir
          </Button>
        ) : (
          partyLife.can(stage, 'end') && (
            <Button
              size="xs"
              variant="default"
              aria-label={`Encerrar a participação de ${party.name}`}
              onClick={() => setAsked({ window: 'end', party })}
            >
              Encerrar
            </Button>
          )
        )}
        {partyLife.can(stage, 'discard') && (
          <Button size="xs" variant="default" aria-label={`Remover ${party.name}`} onClick={() => remove(party)}>
            Remover
          </Button>
        )}
      </div>
    );
  };

  return (
    <div className={classes.tab}>
      <UsufructWarning {...proposal} />
      {editable && (
        <div className={classes.buttons}>
          <Button leftSection={<IconPlus size={15} />} onClick={() => setAsked({ window: 'add' })}>
            Incluir parte
          </Button>
          <Button variant="default" onClick={() => setAsked({ window: 'principal' })}>
            Trocar inquilino principal
          </Button>
        </div>
      )}
      <DataTable
        what="as partes do contrato"
        query={{ data: proposal.parties }}
        columns={COLUMNS}
        actions={editable ? actions : undefined}
        empty={<EmptyState icon={IconUsers} title="Nenhuma parte" below="O contrato não tem partes." />}
      />
      {asked?.window === 'add' && <PartyWindow proposal={proposal} onClose={close} />}
      {asked?.window === 'principal' && <PrincipalWindow proposal={proposal} onClose={close} />}
      {asked?.window === 'end' && <EndWindow contractId={proposal.id} party={asked.party} onClose={close} />}
    </div>
  );
}

/** Rent goes to the property's owners: a usufructuary who is none of them receives nothing. */
function UsufructWarning({ parties, owners }: Pick<ProposalDetail, 'parties' | 'owners'>) {
  const receives = new Set(owners.map(({ id }) => id));
  const left = parties.filter(
    (party) => party.role === 'USUFRUCTUARY' && standsOn(party, today()) && !receives.has(party.client_id),
  );
  if (left.length === 0) return null;
  return (
    <Callout tone="warning">
      {`O aluguel é do usufrutuário: inclua ${left.map(({ name }) => name).join(' e ')} entre os proprietários do imóvel, com a participação, para receber os repasses e constar na DIMOB.`}
    </Callout>
  );
}

function Name({ client_id, name }: Party) {
  const page = clientPage(client_id);
  return page ? <Link {...page}>{name}</Link> : name;
}
