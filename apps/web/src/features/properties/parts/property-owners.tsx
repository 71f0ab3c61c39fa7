import { Button } from '@mantine/core';
import { blank, givenDate, percent } from '@morada/contract/base/fields';
import { PropertyCreate } from '@morada/contract/registry/properties';
import { formatPercent, sum } from '@morada/domain/base/money';
import { IconUser } from '@tabler/icons-react';
import * as z from 'zod/mini';
import { OwnerPicker } from '#web/entities/client/owner-picker.tsx';
import { type PropertyOwner, useLinkOwner } from '#web/entities/property/property-queries.ts';
import { toast } from '#web/lib/toast.ts';
import { Terms } from '#web/ui/display/terms/terms.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { PercentField } from '#web/ui/form/fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { OwnerRow } from './owner-row.tsx';
import { OwnerSince } from './owner-since.tsx';
import classes from './property-owners.module.css';

const Link = z.object({
  owner_id: PropertyCreate.shape.owner_id,
  share: z.nullable(percent),
  from: blank(givenDate('Informe a partir de quando')),
});
const BLANK = { owner_id: undefined, share: null, from: '' as const };

type PropertyOwnersProps = { id: number; owners: PropertyOwner[]; readOnly: boolean };

/** Owners and their shares. Each change is saved at once. */
export function PropertyOwners({ id, owners, readOnly }: PropertyOwnersProps) {
  const link = useLinkOwner(id);
  const form = useForm(Link, {
    defaultValues: BLANK,
    submit: ({ owner_id, share, from }) =>
      link.mutateAsync({ params: { id, clientId: owner_id }, body: { share, from } }),
    onSaved: () => {
      toast.success('Imóvel atualizado!');
      form.reset(BLANK);
    },
  });
  const total = sum(owners.map(({ share }) => share));
  return (
    <div className={classes.owners}>
      <Terms of={['share']} />
      {owners.length === 0 ? (
        <EmptyState icon={IconUser} title="Não há proprietários vinculados no imóvel." />
      ) : (
        <ul>
          {owners.map((one) => (
            <OwnerRow key={one.id} propertyId={id} owner={one} readOnly={readOnly} />
          ))}
        </ul>
      )}
      {owners.length > 0 && total !== 10_000 && (
        <p className={classes.total}>As partes somam {formatPercent(total)}: o repasse é dividido nesta proporção.</p>
      )}
      {!readOnly && (
        <Form form={form}>
          <div className={classes.link}>
            <div>
              <OwnerPicker form={form} name="owner_id" label="Vincular proprietário" required />
            </div>
            <PercentField form={form} name="share" label="Parte" help="Em branco, partes iguais." />
            <OwnerSince form={form} name="from" />
            <Button type="submit" variant="default" className={classes.button} loading={form.formState.isSubmitting}>
              Vincular
            </Button>
          </div>
        </Form>
      )}
    </div>
  );
}
