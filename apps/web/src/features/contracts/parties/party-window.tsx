import { PartyCreate } from '@morada/contract/lease/parties';
import type { ProposalDetail } from '@morada/contract/lease/proposals';
import { isOfSomebody, PARTY_ROLES } from '@morada/domain/lease/parties';
import { useController, useWatch } from 'react-hook-form';
import { ClientPicker } from '#web/entities/client/client-picker.tsx';
import { NOBODY } from '#web/features/contracts/terms/contract-values.ts';
import { toast } from '#web/lib/toast.ts';
import { SelectField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { DateField } from '#web/ui/input/dates.tsx';
import { Select } from '#web/ui/input/select.tsx';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { useAddParty } from './party-rows.ts';

const ROLES = Object.entries(PARTY_ROLES).map(([value, label]) => ({ value, label }));

export function PartyWindow({ proposal, onClose }: { proposal: ProposalDetail; onClose: () => void }) {
  const add = useAddParty();
  const form = useForm(PartyCreate, {
    defaultValues: { client_id: NOBODY, role: 'TENANT', of_client_id: undefined, valid_from: '', valid_to: '' },
    submit: ({ of_client_id, ...party }) =>
      add.mutateAsync({
        params: { id: proposal.id },
        body: isOfSomebody(party.role) ? { ...party, of_client_id } : party,
      }),
    onSaved: () => {
      toast.success('Parte incluída no contrato!');
      onClose();
    },
  });
  const role = useWatch({ control: form.control, name: 'role' });
  const of = useController({ control: form.control, name: 'of_client_id' });
  const people = peopleOf(proposal);
  return (
    <FormWindow title="Incluir parte no contrato" onClose={onClose} form={form} verb="Incluir">
      <Form form={form}>
        <Fields columns={1}>
          <SelectField form={form} name="role" label="Papel" required options={ROLES} />
          <ClientPicker
            form={form}
            name="client_id"
            label="Pessoa"
            required
            create={{ type: role === 'GUARANTOR' ? 'GUARANTOR' : 'TENANT', label: 'Adicionar novo cliente' }}
          />
          {isOfSomebody(role) && (
            <Select
              ref={of.field.ref}
              label={role === 'SPOUSE' ? 'Cônjuge de' : 'Representa'}
              withAsterisk
              data={people.map(({ id, name }) => ({ value: String(id), label: name }))}
              value={of.field.value ? String(of.field.value) : null}
              onChange={(id) => of.field.onChange(id === null ? undefined : Number(id))}
              error={of.fieldState.error?.message}
            />
          )}
          <DateField
            form={form}
            name="valid_from"
            label="A partir de"
            clearable
            help="Em branco: desde o início do contrato."
          />
          <DateField form={form} name="valid_to" label="Até" clearable help="Em branco: enquanto o contrato durar." />
        </Fields>
      </Form>
    </FormWindow>
  );
}

/** Those of whom somebody may be spouse or procurator: parties who go on, and owners of the property. */
function peopleOf({ parties, owners }: ProposalDetail) {
  const stand = parties.filter((party) => party.valid_to === null && party.role !== 'PROCURATOR');
  const names = new Map([
    ...stand.map(({ client_id, name }) => [client_id, name] as const),
    ...owners.map(({ id, name }) => [id, name] as const),
  ]);
  return [...names].map(([id, name]) => ({ id, name }));
}
