import { PAPER_UPLOAD, SignatureCreate } from '@morada/contract/desk/signatures';
import { proposals } from '@morada/contract/lease/proposals';
import { templates } from '@morada/contract/lease/templates';
import { CONTRACT_DOCUMENTS } from '@morada/domain/lease/contract-documents';
import {
  SIGNATURE_KINDS,
  SIGNATURE_SUBJECTS,
  type SignatureKind,
  type SignatureSubject,
} from '@morada/domain/signature/kinds';
import { hasOwnPaper, OWN_PAPERS, SUBJECTS_OF } from '@morada/domain/signature/words';
import { IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { ContractPicker } from '#web/entities/contract/contract-picker.tsx';
import { useCreate, useUpload } from '#web/features/signatures/signature-queries.ts';
import classes from '#web/features/signatures/signatures.module.css';
import { query } from '#web/lib/api/query.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { KeyValue } from '#web/ui/display/key-value.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { SelectField, SwitchField, TextField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { type Form as FormState, useForm } from '#web/ui/form/use-form.ts';
import { useField } from '#web/ui/input/field.ts';
import { Select } from '#web/ui/input/select.tsx';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { OneFileArea } from '#web/ui/upload/one-file-area.tsx';
import { useOneFile } from '#web/ui/upload/use-one-file.ts';

/** Where the paper comes from. */
const SOURCES = {
  TEMPLATE: 'Um modelo, preenchido com o cadastro',
  DOCUMENT: 'Um documento que já está no contrato',
  UPLOAD: 'Um PDF do computador',
} as const;
type Source = keyof typeof SOURCES | 'OWN';

/** Templates say contracts and properties; only contracts keep documents. What the record makes by itself comes first. */
const sourcesOf = (subject: SignatureSubject, kind: SignatureKind): readonly [Source, ...Source[]] => {
  const others: readonly [Source, ...Source[]] =
    subject === 'CONTRACT'
      ? ['TEMPLATE', 'DOCUMENT', 'UPLOAD']
      : subject === 'PROPERTY'
        ? ['TEMPLATE', 'UPLOAD']
        : ['UPLOAD'];
  return hasOwnPaper(kind) ? ['OWN', ...others] : others;
};

const sourceName = (source: Source, kind: SignatureKind) =>
  source === 'OWN' ? (hasOwnPaper(kind) ? OWN_PAPERS[kind] : '') : SOURCES[source];

const kindsOf = (subject: SignatureSubject) =>
  (Object.keys(SIGNATURE_KINDS) as SignatureKind[]).filter((kind) => SUBJECTS_OF[kind].includes(subject));

type NewSignatureWindowProps = {
  subject: SignatureSubject;
  /** Undefined: the contract is chosen here. */
  id: number | undefined;
  onClose: () => void;
  onCreated: (id: number) => void;
};

/** Chooses the paper; who signs and where is prepared in the draft that comes of it. */
export function NewSignatureWindow({ subject, id, onClose, onCreated }: NewSignatureWindowProps) {
  const { mutateAsync: create } = useCreate();
  const { mutateAsync: upload } = useUpload();
  const [chosen, setSource] = useState<Source>();
  const kinds = kindsOf(subject);
  const form = useForm(SignatureCreate, {
    defaultValues: { ...{ kind: kinds[0], subject, subject_id: id ?? null }, title: '', leave_blank: false } as never,
    submit: (body) => create({ body }),
    onSaved: (made) => done(made.id),
  });
  function done(made: number) {
    toast.success('Rascunho preparado. Confira quem assina.');
    form.release();
    onCreated(made);
  }
  const of = useWatch({ control: form.control, name: 'subject_id' });
  const kind = useWatch({ control: form.control, name: 'kind' }) as SignatureKind;
  const sources = sourcesOf(subject, kind);
  const source = chosen && sources.includes(chosen) ? chosen : sources[0];
  const sending = useOneFile({
    maxBytes: PAPER_UPLOAD.maxBytes,
    tooLarge: 'O arquivo passa de 20 MB.',
    send: (file, options) => {
      const { kind, title } = form.getValues();
      return upload({ body: { kind, subject, subject_id: String(of), title }, file, name: file.name, ...options });
    },
    onSent: (_, made) => done(made.id),
  });
  return (
    <FormWindow
      title="Enviar para assinatura"
      onClose={onClose}
      form={form}
      verb={source !== 'UPLOAD' && 'Preparar documento'}
    >
      <Form form={form}>
        <Fields columns={1}>
          {id === undefined ? (
            <ContractPicker form={form} name="subject_id" label="Contrato" required />
          ) : (
            <KeyValue items={[{ label: 'Sobre', value: `${SIGNATURE_SUBJECTS[subject]} ${id}` }]} />
          )}
          <SelectField
            form={form}
            name="kind"
            label="O que será assinado"
            options={kinds.map((value) => ({ value, label: SIGNATURE_KINDS[value] }))}
            required
          />
          {sources.length > 1 && (
            <Select
              label="De onde vem o documento"
              data={sources.map((value) => ({ value, label: sourceName(value, kind) }))}
              value={source}
              allowDeselect={false}
              onChange={(value) => {
                if (!value) return;
                setSource(value as Source);
                form.setValue('template_id', undefined as never);
                form.setValue('file_id', undefined as never);
              }}
            />
          )}
          {source === 'TEMPLATE' && <FromTemplate form={form} />}
          {source === 'DOCUMENT' && <FromDocument form={form} contract={of} />}
          <TextField
            form={form}
            name="title"
            label="Título"
            help="Quem assina lê este título. Em branco, fica o nome do documento."
            maxLength={160}
          />
        </Fields>
      </Form>
      {source === 'UPLOAD' && of && (
        <div className={classes.upload}>
          <OneFileArea
            sending={sending}
            label="PDF que será assinado"
            icon={IconFileText}
            invites={{ wide: 'Arraste o PDF para cá', phone: 'Escolha o PDF' }}
            reading="Lendo as páginas"
            note="PDF sem senha, até 20 MB. Ele não muda mais: é este arquivo que será assinado."
            accept={['application/pdf']}
            otherKind="Envie um PDF: só ele pode ser assinado."
          />
        </div>
      )}
    </FormWindow>
  );
}

type CreateForm = FormState<
  Parameters<ReturnType<typeof useCreate>['mutateAsync']>[0]['body'] & Record<string, unknown>
>;

function FromTemplate({ form: whole }: { form: unknown }) {
  const form = whole as CreateForm;
  const { data } = useQuery(query(templates.list, {}));
  if (data?.length === 0)
    return (
      <Callout tone="known">
        Ainda não há modelos. Cadastre um em Configurações, Modelos de contrato, ou envie um PDF.
      </Callout>
    );
  return (
    <>
      <RecordSelect
        form={form}
        name="template_id"
        label="Modelo"
        options={(data ?? []).map((template) => ({ value: String(template.id), label: template.name }))}
      />
      <SwitchField
        form={form}
        name="leave_blank"
        label="Deixar em branco o que faltar no cadastro"
        help="Sem isto, o que faltar é dito antes de o documento ser feito."
      />
    </>
  );
}

function FromDocument({ form: whole, contract }: { form: unknown; contract: number | null | undefined }) {
  const form = whole as CreateForm;
  const { data } = useQuery({
    ...query(proposals.show, { params: { id: contract ?? 0 } }),
    enabled: may(proposals.show.access) && Boolean(contract),
  });
  const papers = data?.data.documents.filter(({ media_type }) => media_type === 'application/pdf');
  if (papers?.length === 0) return <Callout tone="known">Este contrato ainda não tem documento em PDF.</Callout>;
  return (
    <RecordSelect
      form={form}
      name="file_id"
      label="Documento"
      options={(papers ?? []).map(({ id, name, type }) => ({
        value: String(id),
        label: `${CONTRACT_DOCUMENTS[type]}: ${name}`,
      }))}
    />
  );
}

type RecordSelectProps = {
  form: CreateForm;
  name: 'template_id' | 'file_id';
  label: string;
  options: { value: string; label: string }[];
};

/** A choice of records, of which the form holds the number. */
function RecordSelect({ form, name, label, options }: RecordSelectProps) {
  const { value, change, input } = useField({ form, name, label, required: true });
  return (
    <Select
      {...input}
      data={options}
      searchable
      value={typeof value === 'number' ? String(value) : null}
      onChange={(chosen) => change(chosen === null ? undefined : Number(chosen))}
      nothingFoundMessage="Nada encontrado"
    />
  );
}
