import { Select } from '@mantine/core';
import type { ClientDetail } from '@morada/contract/clients';
import { useController } from 'react-hook-form';
import { Missing } from '#web/ui/figures.tsx';
import classes from './client-head.module.css';
import { CLIENT_TYPE_OPTIONS } from './options.ts';
import type { ClientForms } from './use-client-forms.ts';

type ClientHeadProps = { client: ClientDetail; form: ClientForms['user']; readOnly: boolean };

/** Who it is, how much hangs on them, and as what they are registered. */
export function ClientHead({ client, form, readOnly }: ClientHeadProps) {
  const { user, properties, proposals } = client;
  const { field } = useController({ control: form.control, name: 'type' });
  const active = proposals.filter(({ status }) => status === 'APPROVED').length;
  return (
    <div className={classes.head}>
      <span className={classes.initials} aria-hidden="true">
        {initials(user.name)}
      </span>
      <div className={classes.who}>
        <h2 className={classes.name}>{user.name}</h2>
        <p className={classes.email}>{user.email || <Missing>E-mail não definido</Missing>}</p>
      </div>
      <div className={classes.counts}>
        <span>
          <b>{properties.length}</b> {properties.length === 1 ? 'imóvel' : 'imóveis'}
        </span>
        <span>
          <b>{active}</b> {active === 1 ? 'contrato ativo' : 'contratos ativos'}
        </span>
      </div>
      <Select
        className={classes.type}
        aria-label="Tipo de cliente"
        data={CLIENT_TYPE_OPTIONS}
        disabled={readOnly}
        value={field.value ?? null}
        onChange={field.onChange}
        onBlur={field.onBlur}
      />
    </div>
  );
}

/** First and last: `Ana Maria Prado` → `AP`. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => word?.charAt(0));
  return letters.join('').toUpperCase();
}
