import { type SignatureDetail, SignatureUpdate } from '@morada/contract/desk/signatures';
import { signerFaults } from '@morada/domain/signature/signers';
import { IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { settingsQuery, useSend, useUpdate } from '#web/features/signatures/signature-queries.ts';
import { EnvelopeStatus } from '#web/features/signatures/signature-status.tsx';
import { useSignatureQuestions } from '#web/features/signatures/use-signature-questions.tsx';
import { openFile } from '#web/lib/api/files.ts';
import { toast } from '#web/lib/toast.ts';
import { type Tab, Tabs } from '#web/ui/display/tabs/tabs.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import type { SharedRecord } from '#web/ui/overlay/use-record.tsx';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import { asSent, draftOf } from './draft-values.ts';
import { PlacesStep } from './places-step.tsx';
import { ReviewStep } from './review-step.tsx';
import { SignersStep } from './signers-step.tsx';

type DraftWindowProps = { record: SharedRecord; envelope: SignatureDetail; onClose: () => void };

const STEPS = ['quem', 'onde', 'conferir'] as const;
type Step = (typeof STEPS)[number];

/** A paper that is being prepared: who signs, where on the paper, and what goes out. */
export function DraftWindow({ record, envelope, onClose }: DraftWindowProps) {
  const { id, title } = envelope;
  const [step, setStep] = useState<Step>('quem');
  const { mutateAsync: update } = useUpdate(id);
  const { mutateAsync: send, isPending: isSending } = useSend(id);
  const questions = useSignatureQuestions(id);
  const { data: settings } = useQuery(settingsQuery());
  const form = useForm(SignatureUpdate, {
    values: draftOf(envelope),
    submit: (body) => update({ params: { id }, body }),
  });
  const signers = useWatch({ control: form.control, name: 'signers' }) ?? [];
  const faults = settings ? signerFaults(asSent(signers), new Set(settings.channels)) : [];
  const { isDirty, isSubmitting } = form.formState;
  const isLast = step === 'conferir';

  const save = async () => !isDirty || form.save();
  async function goOn() {
    if (await save()) setStep(STEPS[STEPS.indexOf(step) + 1] ?? 'conferir');
    else setStep('quem');
  }
  async function sendIt() {
    if (!(await save())) return setStep('quem');
    try {
      await send({ params: { id } });
      toast.success('Enviado. Quem assina recebe o link agora.');
    } catch (error) {
      toast.failure(error);
    }
  }

  const tabs: (Tab & { value: Step })[] = [
    {
      value: 'quem',
      label: 'Quem assina',
      count: signers.length,
      panel: (
        <SignersStep
          form={form}
          kind={envelope.kind}
          faults={isLast || step === 'onde' ? faults : []}
          channels={settings?.channels}
        />
      ),
    },
    {
      value: 'onde',
      label: 'Onde assina',
      // The pictures of its pages are fetched when it is looked at.
      panel: step === 'onde' && <PlacesStep form={form} envelope={envelope} />,
    },
    {
      value: 'conferir',
      label: 'Conferir e enviar',
      panel: (
        <ReviewStep
          form={form}
          envelope={envelope}
          faults={faults}
          settings={settings}
          onSigners={() => setStep('quem')}
        />
      ),
    },
  ];
  return (
    <RecordWindow
      title={title}
      width={1120}
      record={record}
      forms={[form]}
      status={<EnvelopeStatus envelope={envelope} />}
      onClose={onClose}
      actions={{
        close: 'Fechar',
        danger: { label: 'Deletar rascunho', onClick: () => questions.askRemove(onClose) },
        others: [
          {
            label: 'Abrir o PDF',
            icon: IconFileText,
            onClick: () => openFile(`/api/signature/${id}/paper`).catch(toast.failure),
          },
          isDirty && {
            label: 'Salvar rascunho',
            loading: isSubmitting,
            onClick: async () => {
              if (await form.save()) toast.success('Rascunho salvo');
            },
          },
        ],
        primary: isLast
          ? {
              label: 'Enviar para assinatura',
              loading: isSending || isSubmitting,
              disabled: faults.length > 0 || signers.length === 0 || envelope.outdated,
              onClick: sendIt,
            }
          : { label: 'Continuar', loading: isSubmitting, onClick: goOn },
      }}
    >
      <Tabs label="Preparar documento" tabs={tabs} value={step} onChange={(next) => setStep(next as Step)} />
    </RecordWindow>
  );
}
