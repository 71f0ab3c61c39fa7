import type { ClientDetail } from '@morada/contract/registry/clients';
import { formatDocument } from '@morada/domain/base/documents';
import { CLIENT_TYPES } from '@morada/domain/people/client';
import { KeyValue } from '#web/ui/display/key-value.tsx';

/** What users without access to the register see of a client. */
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
