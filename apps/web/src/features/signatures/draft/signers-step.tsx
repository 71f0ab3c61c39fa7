import { Button } from '@mantine/core';
import { MOST_SIGNERS } from '@morada/domain/signature/envelope';
import type { SignatureKind } from '@morada/domain/signature/kinds';
import type { SignerFault } from '@morada/domain/signature/signers';
import {
  SIGNER_CHANNELS,
  SIGNER_ROLES,
  type SignerChannel,
  SPOUSE_WHY,
  WITNESSES_WHY,
} from '@morada/domain/signature/words';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type FieldPath, useWatch } from 'react-hook-form';
import { may } from '#web/lib/session/session.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { NumberField, SelectField, SwitchField, TextField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { DocumentField, PhoneField } from '#web/ui/input/masked.tsx';
import classes from './draft.module.css';
import { blankSigner, type Draft, type DraftForm, type DraftSigner, withoutSigner } from './draft-values.ts';

type SignersStepProps = {
  form: DraftForm;
  kind: SignatureKind;
  /** What keeps the paper from being sent, once it was looked for. */
  faults: readonly SignerFault[];
  /** Channels that send; undefined while that is not known. */
  channels: readonly SignerChannel[] | undefined;
};

const ROLES = Object.entries(SIGNER_ROLES).map(([value, label]) => ({ value, label }));

/** Who signs: proposed from the record, and changed here. */
export function SignersStep({ form, kind, faults, channels }: SignersStepProps) {
  const [signers = [], in_order = false] = useWatch({ control: form.control, name: ['signers', 'in_order'] });
  const set = (next: DraftSigner[]) =>
    form.setValue('signers', next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  const lastTurn = Math.max(1, ...signers.map(({ turn }) => turn ?? 1));
  function remove(at: number) {
    form.setValue('fields', withoutSigner(form.getValues('fields') ?? [], at), { shouldDirty: true });
    set(signers.toSpliced(at, 1));
  }
  return (
    <Form form={form}>
      <div className={classes.step}>
        {kind === 'DEBT_AGREEMENT' && <Callout tone="known">{WITNESSES_WHY}</Callout>}
        {signers.some(({ role }) => role === 'SPOUSE') && signers.some(({ role }) => role === 'GUARANTOR') && (
          <Callout tone="known">{SPOUSE_WHY}</Callout>
        )}
        {channels?.length === 0 && (
          <Callout tone="warning">
            Nenhum canal está ligado: sem e-mail, SMS ou WhatsApp ninguém recebe o link nem o código.{' '}
            {may('COLLECTION_VIEW') && (
              <Link to="/settings/messages" search={{ tab: 'canais' }}>
                Ligar um canal
              </Link>
            )}
          </Callout>
        )}
        <SwitchField
          form={form}
          name="in_order"
          label="Assinar em ordem"
          help="Cada pessoa só recebe o link depois das vezes anteriores. Desligado, todas recebem juntas."
        />
        <ol className={classes.people}>
          {signers.map((signer, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a signer is known by the place in the list
            <li key={at}>
              <Signer
                form={form}
                at={at}
                signer={signer}
                inOrder={in_order}
                channels={channels}
                fault={faults.find((fault) => fault.signer === at)?.message}
                onRemove={() => remove(at)}
              />
            </li>
          ))}
        </ol>
        {signers.length === 0 && <p className={classes.note}>Ninguém assina ainda. Inclua ao menos uma pessoa.</p>}
        {signers.length < MOST_SIGNERS && (
          <div className={classes.buttons}>
            <Button
              variant="default"
              leftSection={<IconPlus size={15} />}
              onClick={() => set([...signers, blankSigner('TENANT', lastTurn)])}
            >
              Incluir pessoa
            </Button>
            <Button
              variant="default"
              leftSection={<IconPlus size={15} />}
              onClick={() => set([...signers, blankSigner('WITNESS', lastTurn)])}
            >
              Incluir testemunha
            </Button>
          </div>
        )}
      </div>
    </Form>
  );
}

type SignerProps = {
  form: DraftForm;
  at: number;
  signer: DraftSigner;
  inOrder: boolean;
  channels: readonly SignerChannel[] | undefined;
  fault: string | undefined;
  onRemove: () => void;
};

function Signer({ form, at, signer, inOrder, channels, fault, onRemove }: SignerProps) {
  const of = (name: keyof DraftSigner) => `signers.${at}.${name}` as FieldPath<Draft>;
  const who = signer.name?.trim() || SIGNER_ROLES[signer.role];
  return (
    <fieldset className={classes.person}>
      <legend>
        {at + 1}. {who}
      </legend>
      <div className={classes.personTools}>
        <Button variant="subtle" color="red" size="xs" aria-label={`Tirar ${who} da lista`} onClick={onRemove}>
          Tirar
        </Button>
      </div>
      <Fields columns={3}>
        <SelectField form={form} name={of('role')} label="Papel" options={ROLES} required />
        <TextField form={form} name={of('name')} label="Nome de quem assina" required maxLength={120} />
        <DocumentField form={form} name={of('cpf')} label="CPF" kind="CPF" required />
        <SelectField
          form={form}
          name={of('channel')}
          label="Recebe o link por"
          options={channelOptions(channels)}
          required
        />
        {signer.channel === 'EMAIL' ? (
          <TextField form={form} name={of('email')} label="E-mail" type="email" required />
        ) : (
          <PhoneField form={form} name={of('phone')} label="Celular" required />
        )}
        <TextField
          form={form}
          name={of('capacity')}
          label="Em nome de"
          placeholder="Empresa ou pessoa representada"
          maxLength={160}
        />
        {inOrder && <NumberField form={form} name={of('turn')} label="Vez" min={1} max={MOST_SIGNERS} required />}
      </Fields>
      {fault && <p className={classes.fault}>{fault}</p>}
    </fieldset>
  );
}

const channelOptions = (channels: readonly SignerChannel[] | undefined) =>
  (Object.keys(SIGNER_CHANNELS) as SignerChannel[]).map((value) => ({
    value,
    label: !channels || channels.includes(value) ? SIGNER_CHANNELS[value] : `${SIGNER_CHANNELS[value]} (desligado)`,
  }));
