import { ProposalCreate } from '@morada/contract/lease/proposals';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { chosenPropertyQuery, useCreateContract } from '#web/features/contracts/contract-queries.ts';
import { OwnerAccounts } from '#web/features/contracts/record/owner-accounts.tsx';
import { toast } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';
import { PartIndex } from '#web/ui/display/part-index.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { FormFoot } from '#web/ui/form/form-foot.tsx';
import { type Form as FormState, useForm } from '#web/ui/form/use-form.ts';
import { useBankName } from '#web/ui/input/bank-queries.ts';
import { orProposed } from '#web/ui/input/field.ts';
import { AccountSection } from './account-section.tsx';
import { AgreementSection } from './agreement-section.tsx';
import {
  accountFields,
  type BankAccount,
  blankDraft,
  type ContractDraft,
  guarantorPlaces,
  NO_ACCOUNT,
  nextReadjustment,
  withBankName,
} from './contract-values.ts';
import { NewGuaranteeSection } from './new-guarantee-section.tsx';
import { PartiesSection } from './parties-section.tsx';
import { LeaseTaxSection, TaxSection } from './tax-section.tsx';
import { TermSection } from './term-section.tsx';
import { ValueSection } from './value-section.tsx';

const OF_LEASES = ['Reajuste e rescisão', 'Imposto de renda'];
const PARTS = ['Partes', 'Vigência', 'Valores', ...OF_LEASES, 'Garantia', 'Conta para repasse'];

export type NewContractFormProps = {
  /** What an accepted bid fills in. */
  draft?: Partial<ContractDraft> | undefined;
  /** Text of the property and the person that the draft names. */
  chosen?: { property: string; person: string | undefined } | undefined;
  onCancel: () => void;
  onCreated: (id: number) => void;
};

export function NewContractForm({ draft, chosen: named, onCancel, onCreated }: NewContractFormProps) {
  const create = useCreateContract();
  const bankName = useBankName();
  const form: FormState<ContractDraft> = useForm<ContractDraft, { id: number }>(ProposalCreate, {
    defaultValues: { ...blankDraft(today()), ...draft },
    complete: (typed) => ({
      ...typed,
      current_price: orProposed(typed.current_price, price ?? typed.current_price),
      next_readjustment: orProposed(typed.next_readjustment, readjustment),
      guarantors: guarantorPlaces(typed),
    }),
    submit: (typed) => create.mutateAsync({ body: withBankName(typed, bankName) }),
    onSaved: ({ id }) => {
      toast.success('Contrato cadastrado');
      onCreated(id);
    },
  });
  const { control, setValue, clearErrors, resetField, formState } = form;
  const [start, propertyId] = useWatch({ control, name: ['start_date', 'property_id'] });
  const chosen = useQuery(chosenPropertyQuery(propertyId)).data;
  const price = chosen?.property?.price;
  const readjustment = start ? nextReadjustment(start) : undefined;
  const sale = chosen?.property !== undefined && chosen.property.type !== 'RENT';

  const [account, setAccount] = useState<BankAccount>();

  function fillAccount(next: BankAccount | undefined) {
    setAccount(next);
    const fields = next ? accountFields(next) : NO_ACCOUNT;
    for (const [name, value] of Object.entries(fields)) setValue(name as keyof typeof NO_ACCOUNT, value);
    clearErrors(Object.keys(NO_ACCOUNT) as (keyof typeof NO_ACCOUNT)[]);
  }

  /** Another property: its own rent is proposed, and the account filled in was another owner's. */
  function changeProperty() {
    resetField('current_price');
    if (account) fillAccount(undefined);
  }

  return (
    <Form form={form}>
      <PartIndex titles={PARTS.filter((part) => !sale || !OF_LEASES.includes(part))} />
      <PartiesSection form={form} named={named} chosen={chosen} onProperty={changeProperty} />
      <TermSection
        form={form}
        start={start}
        sale={sale}
        readjustment={readjustment}
        below="Meses que não são inteiros podem ser cobrados por dias."
      />
      <ValueSection form={form} price={price} />
      {!sale && <AgreementSection form={form} />}
      {!sale && <TaxSection form={form} />}
      {!sale && <LeaseTaxSection form={form} />}
      <NewGuaranteeSection form={form} price={price} />
      <AccountSection
        form={form}
        below="Em branco, vale a primeira conta do proprietário."
        choice={<OwnerAccounts ownerId={chosen?.owner?.id} chosen={account} onChoose={fillAccount} />}
      />
      <FormFoot label="Adicionar contrato" saving={formState.isSubmitting} onCancel={onCancel} />
    </Form>
  );
}
