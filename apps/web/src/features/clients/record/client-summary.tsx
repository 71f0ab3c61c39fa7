import type { ClientDetail } from '@morada/contract/clients';
import { formatDocument } from '@morada/domain/base/documents';
import { CLIENT_TYPES } from '@morada/domain/people/client';
import { KeyValue } from '#web/ui/display/key-value.tsx';

/** As much of a client as those see who have no right to the register. */
export function ClientSummary({ user }: { user: ClientDetail['user'] }) {
  return (
    <KeyValue
      items={[
        { label: 'Nome', value: user.name },
        { label: 'CPF/CNPJ', value: formatDocument(user.cpf_cnpj) },
        { label: 'Tipo', value: CLIENT_TYPES[user.type] },
      ]}
    />
  );
}
