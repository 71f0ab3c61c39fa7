import type { ClientDetail } from '@morada/contract/registry/clients';
import { IconArrowUpRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { CLIENT_TYPE_OPTIONS } from '#web/entities/client/client-options.ts';
import { Inactive } from '#web/entities/client/client-type-badge.tsx';
import type { ClientForms } from '#web/features/clients/form/use-client-forms.ts';
import { initials } from '#web/features/clients/record/initials.ts';
import { may } from '#web/lib/session/session.ts';
import { Missing } from '#web/ui/display/figures.tsx';
import { labelIn } from '#web/ui/form/fields.tsx';
import { useField } from '#web/ui/input/field.ts';
import { Select } from '#web/ui/input/select.tsx';
import classes from './client-head.module.css';

type ClientHeadProps = { client: ClientDetail; form: ClientForms['user']; readOnly: boolean };

/** Head of a client's page: name, number of related records, and roles. */
export function ClientHead({ client, form, readOnly }: ClientHeadProps) {
  const { user, properties, proposals } = client;
  const { value, change, input } = useField(
    { form, name: 'type', label: 'Tipo de cliente' },
    labelIn(CLIENT_TYPE_OPTIONS),
  );
  const active = proposals.filter(({ status }) => status === 'APPROVED').length;
  return (
    <div className={classes.head}>
      <span className={classes.initials} aria-hidden="true">
        {initials(user.name)}
      </span>
      <div className={classes.who}>
        <h2 className={classes.name}>
          {may('CLIENT_VIEW') ? (
            <Link
              to="/clients/info/$id"
              params={{ id: String(user.id) }}
              className={classes.page}
              title="Abrir a página do cliente"
            >
              {user.name}
              <IconArrowUpRight size={15} aria-hidden="true" />
            </Link>
          ) : (
            user.name
          )}
          {!user.active && <Inactive />}
        </h2>
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
      {readOnly ? (
        <span>{labelIn(CLIENT_TYPE_OPTIONS)(value)}</span>
      ) : (
        <Select
          className={classes.type}
          aria-label="Tipo de cliente"
          data={CLIENT_TYPE_OPTIONS}
          value={typeof value === 'string' ? value : null}
          onChange={change}
          onBlur={input.onBlur}
        />
      )}
    </div>
  );
}
