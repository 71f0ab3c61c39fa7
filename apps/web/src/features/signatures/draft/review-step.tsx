import { Button } from '@mantine/core';
import type { SignatureDetail, signatures } from '@morada/contract/desk/signatures';
import { formatPhone } from '@morada/domain/base/phone';
import { SIGNATURE_PROVIDERS } from '@morada/domain/signature/envelope';
import { SIGNATURE_KINDS } from '@morada/domain/signature/kinds';
import type { SignerFault } from '@morada/domain/signature/signers';
import { LEVEL_WORDS, levelText, SIGNER_CHANNELS, SIGNER_ROLES } from '@morada/domain/signature/words';
import { useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import ours from '#web/features/signatures/signatures.module.css';
import { SubjectLink } from '#web/features/signatures/subject-link.tsx';
import { today } from '#web/lib/today.ts';
import { KeyValue } from '#web/ui/display/key-value.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { NumberField, SwitchField, TextField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { DateField } from '#web/ui/input/dates.tsx';
import classes from './draft.module.css';
import type { DraftForm, DraftSigner } from './draft-values.ts';

type ReviewStepProps = {
  form: DraftForm;
  envelope: SignatureDetail;
  faults: readonly SignerFault[];
  settings: z.output<typeof signatures.settings.response> | undefined;
  onSigners: () => void;
};

/** The last look before the paper goes out. */
export function ReviewStep({ form, envelope, faults, settings, onSigners }: ReviewStepProps) {
  const [signers = [], fields = [], in_order, accepted = false] = useWatch({
    control: form.control,
    name: ['signers', 'fields', 'in_order', 'accepted'],
  });
  const level = accepted ? 'ADVANCED' : 'SIMPLE';
  return (
    <Form form={form}>
      <div className={classes.step}>
        {envelope.outdated && (
          <Callout tone="failed">
            Os termos ou as partes mudaram depois que este documento foi preparado. Delete o rascunho e prepare outro.
          </Callout>
        )}
        {faults.length > 0 && (
          <Callout
            tone="failed"
            action={
              <Button size="xs" variant="default" onClick={onSigners}>
                Ir para quem assina
              </Button>
            }
          >
            Antes de enviar:
            <ul className={classes.faults}>
              {faults.map(({ signer, field, message }) => (
                <li key={`${signer} ${field}`}>
                  {signer + 1}. {message}
                </li>
              ))}
            </ul>
          </Callout>
        )}
        {!accepted && (
          <Callout tone="warning">
            Não achamos no documento a cláusula em que as partes aceitam a assinatura eletrônica. Sem ela a assinatura é
            simples, e não avançada. Inclua a cláusula no modelo, ou marque abaixo se o documento a tem.
          </Callout>
        )}
        <Fields columns={3}>
          <TextField
            form={form}
            name="title"
            label="Título"
            help="Quem assina lê este título."
            required
            maxLength={160}
          />
          <DateField form={form} name="deadline" label="Último dia para assinar" min={today()} required />
          <NumberField
            form={form}
            name="remind_days"
            label="Lembrar a cada (dias)"
            help="0 não lembra. Na véspera do último dia sai um lembrete."
            max={30}
            required
          />
        </Fields>
        <SwitchField
          form={form}
          name="accepted"
          label="O documento tem a cláusula de aceite da assinatura eletrônica"
        />
        <KeyValue
          items={[
            { label: 'Tipo', value: SIGNATURE_KINDS[envelope.kind] },
            { label: 'Sobre', value: <SubjectLink subject={envelope.subject} /> },
            { label: 'Páginas', value: envelope.pages.length },
            { label: 'Ordem', value: in_order ? 'Uma vez depois da outra' : 'Todos de uma vez' },
            {
              label: 'Campos na página',
              value: fields.length || 'Nenhum: as assinaturas ficam na página de evidências',
            },
            { label: 'Assinado em', value: settings && SIGNATURE_PROVIDERS[settings.provider] },
          ]}
        />
        <Callout tone="known">
          {LEVEL_WORDS[level]}. Antes de assinar, cada pessoa lê: “{levelText(level)}”
        </Callout>
        <section aria-label="Quem recebe o link">
          <h3 className={ours.title}>Quem recebe o link</h3>
          <ol className={ours.lines}>
            {signers.map((signer, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a signer is known by the place in the list
              <li key={at} className={ours.line}>
                <b>
                  {signer.name?.trim() || 'Sem nome'} <span className={ours.soft}>{SIGNER_ROLES[signer.role]}</span>
                </b>
                <span className={ours.soft}>
                  {in_order && `${signer.turn}ª vez, `}
                  {targetOf(signer)}
                </span>
              </li>
            ))}
          </ol>
        </section>
      </div>
    </Form>
  );
}

function targetOf({ channel, email, phone }: DraftSigner) {
  const target = channel === 'EMAIL' ? email : phone && formatPhone(phone);
  return [SIGNER_CHANNELS[channel], target].filter(Boolean).join(' ');
}
