import { BidCreate } from '@morada/contract/lease/bids';
import { clients } from '@morada/contract/registry/clients';
import { properties } from '@morada/contract/registry/properties';
import { bidKind } from '@morada/domain/lease/bid';
import { addressLine } from '@morada/domain/property/property';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { ClientPicker } from '#web/entities/client/client-picker.tsx';
import { PropertyPicker } from '#web/entities/property/property-picker.tsx';
import { query } from '#web/lib/api/query.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { TextField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { PhoneField } from '#web/ui/input/masked.tsx';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { useCreateBid } from './bid-queries.ts';
import { blankTerms, TermsFields } from './terms-fields.tsx';

/** What a bid begins with, from a property's page or a lead. */
export type BidDraft = {
  property?: number | undefined;
  lead?: number | undefined;
  client?: { id: number; name: string } | undefined;
  name?: string | undefined;
  phone?: string | undefined;
  email?: string | undefined;
};

type NewBidWindowProps = { draft?: BidDraft; onClose: () => void; onCreated: (id: number) => void };

/** A bid that a prospect makes, as a draft: it is sent from its record. */
export function NewBidWindow({ draft = {}, onClose, onCreated }: NewBidWindowProps) {
  const create = useCreateBid();
  const { property, lead, client, name = '', phone = '', email = '' } = draft;
  const form = useForm(BidCreate, {
    defaultValues: {
      ...{ property_id: property, lead_id: lead ?? null, client_id: client?.id ?? null, name, phone, email },
      ...blankTerms('RENT'),
    },
    submit: (body) => create.mutateAsync({ body }),
    onSaved: ({ id }) => {
      toast.success('Proposta cadastrada em rascunho');
      onCreated(id);
    },
  });
  const [chosen, client_id] = useWatch({ control: form.control, name: ['property_id', 'client_id'] });
  const found = useQuery({
    ...query(properties.list, { query: { id: chosen ?? 0, page: 1 } }),
    enabled: typeof chosen === 'number',
  });
  const row = typeof chosen === 'number' ? found.data?.data[0] : undefined;
  const kind = row && bidKind(row.type);
  const isSale = kind === 'SALE';

  const { setValue, clearErrors } = form;
  // Another kind of contract has other terms.
  useEffect(() => {
    if (kind === undefined) return;
    const { guarantee, term_months } = blankTerms(kind);
    setValue('term_months', term_months);
    setValue('guarantee', guarantee as never);
    clearErrors();
  }, [kind, setValue, clearErrors]);

  return (
    <FormWindow title="Nova proposta" onClose={onClose} form={form} verb={kind ? 'Cadastrar proposta' : false}>
      <Form form={form}>
        <Fields columns={1}>
          <PropertyPicker
            form={form}
            name="property_id"
            label="Imóvel"
            required
            chosen={property && row ? { value: property, label: addressLine(row) } : undefined}
          />
          {may(clients.list.access) && (
            <ClientPicker
              form={form}
              name="client_id"
              label="Interessado"
              first="TENANT"
              chosen={client && { value: client.id, label: client.name }}
              help="Em branco para quem ainda não é cliente."
            />
          )}
          {!client_id && (
            <>
              <TextField form={form} name="name" label="Nome de quem propõe" required />
              <Fields>
                <PhoneField form={form} name="phone" label="Telefone" />
                <TextField form={form} name="email" label="E-mail" type="email" />
              </Fields>
            </>
          )}
          {kind && <TermsFields key={isSale ? 'sale' : 'rent'} form={form} kind={kind} />}
        </Fields>
      </Form>
    </FormWindow>
  );
}
