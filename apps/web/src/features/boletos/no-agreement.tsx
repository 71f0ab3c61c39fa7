import { Button } from '@mantine/core';
import { agency } from '@morada/contract/registry/agency';
import { IconBuildingBank } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { may } from '#web/lib/session/session.ts';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { AGENCY_PAGE } from './use-settings-first.ts';

/** Before the first boleto: nothing can be made until the bank's agreement is known. */
export function NoAgreement() {
  const sets = may(agency.show.access);
  return (
    <EmptyState
      icon={IconBuildingBank}
      title="Falta o convênio de cobrança"
      below={
        sets
          ? 'Cadastre o banco, a conta e a carteira da imobiliária. Depois disso os boletos são gerados aqui.'
          : 'Quem administra o sistema cadastra o banco e a carteira em Configurações, Imobiliária.'
      }
      action={sets && <Button renderRoot={(props) => <Link to={AGENCY_PAGE} {...props} />}>Cadastrar convênio</Button>}
    />
  );
}
