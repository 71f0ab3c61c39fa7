import type { ClientDetail } from '@morada/contract/registry/clients';
import { Inactive } from '#web/entities/client/client-type-badge.tsx';
import { TypeMenu } from '#web/features/clients/list/type-menu.tsx';
import { More } from '#web/ui/base/actions.tsx';
import { TextField } from '#web/ui/form/fields.tsx';
import { InlineField } from '#web/ui/form/inline-field.tsx';
import { PageHead } from '#web/ui/page/page.tsx';
import classes from './client-page-head.module.css';
import { initials } from './initials.ts';
import type { useClientActions } from './use-client-actions.ts';
import type { ClientRecord } from './use-client-record.ts';

type ClientPageHeadProps = {
  client: ClientDetail;
  record: ClientRecord;
  actions: ReturnType<typeof useClientActions>;
};

export function ClientPageHead({ client, record, actions }: ClientPageHeadProps) {
  const { name, active } = client.user;
  const { columns, readOnly } = record;
  const more = [...actions.more, actions.removal].filter((action) => action !== false);
  return (
    <PageHead
      title={name}
      breadcrumbs={[{ label: 'Clientes', to: '/clients' }]}
      heading={
        <div className={classes.heading}>
          <span className={classes.initials} aria-hidden="true">
            {initials(name)}
          </span>
          <h1 className={classes.name}>
            <InlineField label="nome" form={columns.name} shown={name} readOnly={readOnly}>
              {(help) => <TextField form={columns.name} name="name" label="Nome" help={help} />}
            </InlineField>
          </h1>
          {!active && (
            <span className={classes.badge}>
              <Inactive />
            </span>
          )}
        </div>
      }
      actions={
        <>
          {!readOnly && <TypeMenu client={client} />}
          {more.length > 0 && <More actions={more} />}
        </>
      }
    />
  );
}
