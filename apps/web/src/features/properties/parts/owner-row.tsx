import { ActionIcon, Badge, Button } from '@mantine/core';
import { blank, givenDate, percent } from '@morada/contract/base/fields';
import { formatPercent } from '@morada/domain/base/money';
import { IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { type PropertyOwner, useLinkOwner, useUnlinkOwner } from '#web/entities/property/property-queries.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Figure } from '#web/ui/display/figures.tsx';
import { PercentField } from '#web/ui/form/fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { useDayQuestion } from '#web/ui/overlay/day-question.tsx';
import { OwnerSince } from './owner-since.tsx';
import classes from './property-owners.module.css';

type OwnerRowProps = { propertyId: number; owner: PropertyOwner; readOnly: boolean };

export function OwnerRow({ propertyId, owner, readOnly }: OwnerRowProps) {
  const unlink = useUnlinkOwner(propertyId);
  const askDay = useDayQuestion();
  const [changing, setChanging] = useState(false);

  async function remove() {
    const done = await askDay({
      title: 'Remover proprietário',
      body: `${owner.name} deixa de ser proprietário deste imóvel. Recebe o que foi pago até o fim do mês anterior ao dia da saída; os repasses já feitos ficam como estão.`,
      label: 'Deixa de ser proprietário em',
      verb: 'Remover proprietário',
      danger: true,
      run: (from) => unlink.mutateAsync({ params: { id: propertyId, clientId: owner.id }, query: { from } }),
    });
    if (done) toast.success('Imóvel atualizado!');
  }

  if (changing) return <ShareForm propertyId={propertyId} owner={owner} onDone={() => setChanging(false)} />;
  return (
    <li className={classes.row}>
      <span className={classes.name}>
        {may('CLIENT_VIEW') ? (
          <Link to="/clients/info/$id" params={{ id: String(owner.id) }}>
            {owner.name}
          </Link>
        ) : (
          owner.name
        )}
        {owner.main && <Badge color="gray">Principal</Badge>}
      </span>
      <Figure>{formatPercent(owner.share)}</Figure>
      {!readOnly && (
        <span className={classes.actions}>
          <Button
            size="xs"
            variant="default"
            aria-label={`Alterar parte de ${owner.name}`}
            onClick={() => setChanging(true)}
          >
            Alterar parte
          </Button>
          <ActionIcon size={28} aria-label={`Remover proprietário ${owner.name}`} onClick={remove}>
            <IconTrash size={17} />
          </ActionIcon>
        </span>
      )}
    </li>
  );
}

const Share = z.object({ share: z.nullable(percent), from: blank(givenDate('Informe a partir de quando')) });

function ShareForm({ propertyId, owner, onDone }: Omit<OwnerRowProps, 'readOnly'> & { onDone: () => void }) {
  const link = useLinkOwner(propertyId);
  const form = useForm(Share, {
    defaultValues: { share: owner.share, from: '' },
    submit: ({ share, from }) =>
      link.mutateAsync({ params: { id: propertyId, clientId: owner.id }, body: { share, from } }),
    onSaved: () => {
      toast.success('Imóvel atualizado!');
      onDone();
    },
  });
  return (
    <li className={classes.changing}>
      <Form form={form}>
        <div className={classes.link}>
          <span className={classes.name}>{owner.name}</span>
          <PercentField form={form} name="share" label="Nova parte" help="Em branco, partes iguais." />
          <OwnerSince form={form} name="from" />
          <span className={classes.buttons}>
            <Button type="submit" loading={form.formState.isSubmitting}>
              Salvar parte
            </Button>
            <Button variant="default" onClick={onDone}>
              Cancelar
            </Button>
          </span>
        </div>
      </Form>
    </li>
  );
}
