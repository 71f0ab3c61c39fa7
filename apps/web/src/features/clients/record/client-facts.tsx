import { support } from '@morada/contract/desk/support';
import type { ClientDetail } from '@morada/contract/registry/clients';
import { clients } from '@morada/contract/registry/clients';
import { documentKind } from '@morada/domain/base/documents';
import { CLIENT_TYPES } from '@morada/domain/people/client';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ColumnForms } from '#web/features/clients/list/use-column-forms.ts';
import { may } from '#web/lib/session/session.ts';
import { DocumentNumber, Missing, Moment, PhoneNumber } from '#web/ui/display/figures.tsx';
import { PhoneButtons } from '#web/ui/display/phone-link.tsx';
import { TextField } from '#web/ui/form/fields.tsx';
import { InlineField } from '#web/ui/form/inline-field.tsx';
import { DocumentField, PhoneField } from '#web/ui/input/masked.tsx';
import classes from './client-facts.module.css';

type ClientFactsProps = { client: ClientDetail; forms: ColumnForms; readOnly: boolean; onInvoices: () => void };

/** Contact data of a client, editable in place, with totals of their records. */
export function ClientFacts({ client, forms, readOnly, onInvoices }: ClientFactsProps) {
  const { name, email, cpf_cnpj, phone, cellphone, type, created_at } = client.user;
  const reached = phone || cellphone;
  const { invoices, messages } = client.statistics;
  const kind = documentKind(cpf_cnpj);
  return (
    <dl className={classes.strip}>
      <Fact label="E-mail">
        <InlineField
          label="e-mail"
          form={forms.email}
          shown={email || <Missing>E-mail não definido</Missing>}
          readOnly={readOnly}
        >
          {(help) => <TextField form={forms.email} name="email" label="E-mail" type="email" help={help} />}
        </InlineField>
      </Fact>
      <Fact label={kind}>
        <InlineField label={kind} form={forms.document} shown={<DocumentNumber value={cpf_cnpj} />} readOnly={readOnly}>
          {(help) => <DocumentField form={forms.document} name="cpf_cnpj" label="CPF/CNPJ" help={help} />}
        </InlineField>
      </Fact>
      <Fact label="Telefone">
        <InlineField label="telefone" form={forms.phone} shown={<PhoneNumber value={reached} />} readOnly={readOnly}>
          {(help) => <PhoneField form={forms.phone} name="phone" label="Telefone" help={help} />}
        </InlineField>
        {reached && <PhoneButtons value={reached} of={name} />}
      </Fact>
      <Fact label="Tipo">{CLIENT_TYPES[type]}</Fact>
      <Fact label="Cadastrado em">
        <Moment value={created_at} dayOnly />
      </Fact>
      <Fact label="Faturas">
        {may(clients.invoices.access) ? (
          <button type="button" className={classes.figure} onClick={onInvoices}>
            {invoices}
          </button>
        ) : (
          invoices
        )}
      </Fact>
      <Fact label="Mensagens">
        {may(support.list.access) ? (
          <Link to="/support" search={{ client: client.user.id }} className={classes.figure}>
            {messages}
          </Link>
        ) : (
          messages
        )}
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.body}>{children}</dd>
    </div>
  );
}
