import { ActionIcon, Badge, Button } from '@mantine/core';
import { percent } from '@morada/contract/base/fields';
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
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import classes from './property-owners.module.css';

type OwnerRowProps = { propertyId: number; owner: PropertyOwner; readOnly: boolean };

export function OwnerRow({ propertyId, owner, readOnly }: OwnerRowProps) {
  const unlink = useUnlinkOwner(propertyId);
  const confirm = useConfirm();
  const [changing, setChanging] = useState(false);

  async function remove() {
    const done = await confirm({
      title: 'Remover proprietário',
      body: `${owner.name} deixa de ser proprietário deste imóvel e de receber os próximos repasses.`,
      verb: 'Remover proprietário',
      danger: true,
      run: () => unlink.mutateAsync({ params: { id: propertyId, clientId: owner.id } }),
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

const Share = z.object({ share: z.nullable(percent) });

function ShareForm({ propertyId, owner, onDone }: Omit<OwnerRowProps, 'readOnly'> & { onDone: () => void }) {
  const link = useLinkOwner(propertyId);
  const form = useForm(Share, {
    defaultValues: { share: owner.share },
    submit: ({ share }) => link.mutateAsync({ params: { id: propertyId, clientId: owner.id }, body: { share } }),
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
