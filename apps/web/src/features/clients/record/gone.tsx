import type { ClientDetail } from '@morada/contract/registry/clients';
import { IconUserX } from '@tabler/icons-react';
import { Moment } from '#web/ui/display/figures.tsx';
import classes from './gone.module.css';

/** Notice that a record is deleted, or that its personal data were erased, and that it can no longer be changed. */
export function Gone({ client: { anonymised_at, deleted_at } }: { client: ClientDetail['user'] }) {
  const at = anonymised_at ?? deleted_at;
  if (!at) return null;
  return (
    <p className={classes.note}>
      <IconUserX size={17} aria-hidden="true" />
      <span>
        {anonymised_at ? (
          <>
            Cadastro anonimizado em <Moment value={at} />. Os dados pessoais foram apagados, os valores ficam, e nada
            mais muda aqui.
          </>
        ) : (
          <>
            Cadastro deletado em <Moment value={at} />. Só os pedidos do titular chegam a ele: em Mais ações, exporte os
            dados ou anonimize.
          </>
        )}
      </span>
    </p>
  );
}
