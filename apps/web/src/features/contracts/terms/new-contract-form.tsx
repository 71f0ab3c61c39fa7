import { ProposalCreate } from '@morada/contract/proposals';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { chosenPropertyQuery, useCreateContract } from '#web/features/contracts/contract-queries.ts';
import { OwnerAccounts } from '#web/features/contracts/record/owner-accounts.tsx';
import { toast } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';
import { Form } from '#web/ui/form/form.tsx';
import { FormFoot } from '#web/ui/form/form-foot.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { useBankName } from '#web/ui/input/bank-queries.ts';
import { AccountSection } from './account-section.tsx';
import { AgreementSection } from './agreement-section.tsx';
import { blankDraft, type ContractDraft, nextReadjustment, withBankName } from './contract-values.ts';
import { NewGuaranteeSection } from './new-guarantee-section.tsx';
import { PartiesSection } from './parties-section.tsx';
import { TermSection } from './term-section.tsx';
import { ValueSection } from './value-section.tsx';

type NewContractFormProps = {
  onCancel: () => void;
  onCreated: (id: number) => void;
};

export function NewContractForm({ onCancel, onCreated }: NewContractFormProps) {
  const create = useCreateContract();
  const bankName = useBankName();
  const form = useForm<ContractDraft, { id: number }>(ProposalCreate, {
    defaultValues: blankDraft(today()),
    submit: (draft) => create.mutateAsync({ body: withBankName(draft, bankName) }),
    onSaved: ({ id }) => {
      toast.success('Contrato cadastrado');
      onCreated(id);
    },
  });
  const { control, setValue, getFieldState, formState } = form;
  const [start, propertyId] = useWatch({ control, name: ['start_date', 'property_id'] });
  const chosen = useQuery(chosenPropertyQuery(propertyId)).data;
  const price = chosen?.property?.price;
  const sale = chosen?.property !== undefined && chosen.property.type !== 'RENT';

  useEffect(() => {
    if (price !== undefined) setValue('current_price', price, { shouldValidate: true });
  }, [price, setValue]);

  // Derived from the start date until edited.
  useEffect(() => {
    if (start && !getFieldState('next_readjustment').isDirty) setValue('next_readjustment', nextReadjustment(start));
  }, [start, setValue, getFieldState]);

  return (
    <Form form={form}>
      <PartiesSection form={form} chosen={chosen} />
      <TermSection
        form={form}
        start={start}
        sale={sale}
        below="Meses que não são inteiros podem ser cobrados por dias."
      />
      <ValueSection form={form} />
      {!sale && <AgreementSection form={form} />}
      <NewGuaranteeSection form={form} />
      <AccountSection
        form={form}
        below="Em branco, vale a primeira conta do proprietário."
        choice={<OwnerAccounts form={form} ownerId={chosen?.owner?.id} />}
      />
      <FormFoot label="Adicionar contrato" saving={formState.isSubmitting} onCancel={onCancel} />
    </Form>
  );
}
