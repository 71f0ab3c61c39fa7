import { IconUserX } from '@tabler/icons-react';
import { Moment } from '#web/ui/display/figures.tsx';
import classes from './anonymised.module.css';

/** Notice that a record's personal data were erased, and that it can no longer be changed. */
export function Anonymised({ at }: { at: string | null | undefined }) {
  if (!at) return null;
  return (
    <p className={classes.note}>
      <IconUserX size={17} aria-hidden="true" />
      <span>
        Cadastro anonimizado em <Moment value={at} />. Os dados pessoais foram apagados, os valores ficam, e nada mais
        muda aqui.
      </span>
    </p>
  );
}
