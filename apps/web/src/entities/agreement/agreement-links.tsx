import { Button, Group } from '@mantine/core';
import { debtAgreements } from '@morada/contract/collection/debt-agreements';
import { Link } from '@tanstack/react-router';
import { may } from '#web/lib/session/session.ts';

type AgreementLinksProps = { contract: number; open: boolean } | { client: number };

/** Ways to the agreements of a contract or a tenant, and to a new one of a contract with open invoices. */
export function AgreementLinks(of: AgreementLinksProps) {
  const search = 'contract' in of ? { proposal: of.contract } : { client: of.client };
  const offers = 'contract' in of && of.open && may(debtAgreements.create.access);
  if (!may(debtAgreements.list.access)) return null;
  return (
    <Group gap={8} mt={12}>
      {offers && (
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link {...props} to="/financial/agreements" search={{ ...search, offer: of.contract }} />
          )}
        >
          Fazer acordo
        </Button>
      )}
      <Button variant="default" renderRoot={(props) => <Link {...props} to="/financial/agreements" search={search} />}>
        Ver acordos
      </Button>
    </Group>
  );
}
