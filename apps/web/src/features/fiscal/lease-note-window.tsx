import { Button, Group, Stack } from '@mantine/core';
import { type LeaseNoteRow, NOTE_UPLOAD, notes } from '@morada/contract/fiscal/fiscal-notes';
import { formatDate } from '@morada/domain/base/calendar';
import { formatCep } from '@morada/domain/base/cep';
import { formatDocument } from '@morada/domain/base/documents';
import { formatMoney, formatPercent } from '@morada/domain/base/money';
import { NOTE_ADJUSTMENTS } from '@morada/domain/rent/lease-note';
import { IconFileCode } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { download, openFile } from '#web/lib/api/files.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { KeyValue } from '#web/ui/display/key-value.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { TextField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { OneFileArea } from '#web/ui/upload/one-file-area.tsx';
import { useOneFile } from '#web/ui/upload/use-one-file.ts';
import { useImportNote, useNote, useRemoveNote } from './lease-note-queries.ts';

/** All that the government's issuer asks for a note, in its order, and the key of the note once it is issued. */
export function LeaseNoteWindow({ note, onClose }: { note: LeaseNoteRow; onClose: () => void }) {
  const { mutateAsync: save } = useNote();
  const { mutateAsync: remove, isPending } = useRemoveNote();
  const form = useForm(notes.note.body, {
    defaultValues: { key: note.key ?? '' },
    submit: (body) => save({ params: { id: note.id }, body }),
    onSaved: () => {
      toast.success('Nota registrada');
      onClose();
    },
  });
  const isOurs = note.service_note !== null;
  const mayNote = may(notes.note.access) && !note.undone && !isOurs;
  async function drop() {
    await remove({ params: { id: note.id } });
    toast.success('Chave retirada');
    onClose();
  }
  return (
    <FormWindow title={`Nota de ${note.owner.name}`} onClose={onClose} form={form} verb={mayNote && 'Registrar nota'}>
      {note.undone && !isOurs && (
        <Callout tone="known">
          O pagamento foi desfeito depois da nota. Peça ao proprietário que a cancele no emissor do governo, e retire a
          chave daqui.
        </Callout>
      )}
      {note.service_note !== null && (
        <Callout tone="known">
          A Morada emite esta nota:{' '}
          <Link to="/fiscal/issued" search={{ open: note.service_note }}>
            nota {note.service_note}
          </Link>
          .
        </Callout>
      )}
      {note.given_back > 0 && (
        <Callout tone="known">
          O fim do contrato devolveu {formatMoney(note.given_back)} deste aluguel, já fora dos valores abaixo.
          {note.key && !isOurs && ' Se a nota saiu antes, peça ao proprietário que a substitua no emissor do governo.'}
        </Callout>
      )}
      {note.estimate && (
        <Callout tone="known">IBS e CBS estão calculados por uma estimativa: a alíquota ainda não é oficial.</Callout>
      )}
      <Stack gap="md">
        <KeyValue items={linesOf(note)} />
        <Form form={form}>
          <Fields columns={1}>
            {mayNote && (
              <TextField
                form={form}
                name="key"
                label="Chave da nota emitida"
                required
                maxLength={70}
                help="Os 50 números que o emissor mostra. Ela encerra esta linha."
              />
            )}
          </Fields>
        </Form>
        {mayNote && <NoteUpload note={note} onClose={onClose} />}
        {note.has_xml && <NoteFiles note={note} />}
        {note.key && !isOurs && may(notes.removeNote.access) && (
          <Group>
            <Button variant="subtle" size="compact-sm" loading={isPending} onClick={drop}>
              Retirar a chave
            </Button>
          </Group>
        )}
      </Stack>
    </FormWindow>
  );
}

/** The note by its XML, in the place of the key: it is read, compared with the payment, and kept. */
function NoteUpload({ note, onClose }: { note: LeaseNoteRow; onClose: () => void }) {
  const { mutateAsync: read } = useImportNote();
  const sending = useOneFile({
    maxBytes: NOTE_UPLOAD.maxBytes,
    tooLarge: 'O arquivo passa de 500 KB. O XML de uma nota é bem menor.',
    send: (file, options) => read({ params: { id: note.id }, file, name: file.name, ...options }),
    onSent: (_, { service, expected }) => {
      const differs = `Nota registrada, mas ela diz ${formatMoney(service)}, e o pagamento pede ${formatMoney(expected)}`;
      toast.success(service === expected ? 'Nota registrada' : differs);
      onClose();
    },
  });
  return (
    <OneFileArea
      sending={sending}
      label="XML da nota"
      icon={IconFileCode}
      invites={{ wide: 'Ou arraste o XML da nota para cá', phone: 'Ou escolha o XML da nota' }}
      reading="Lendo"
      note="O arquivo XML que o emissor oferece, até 500 KB. Assinatura, emitente, tomador e mês são conferidos."
      accept={{ 'application/xml': ['.xml'], 'text/xml': ['.xml'] }}
      otherKind="Só o XML da nota é lido aqui. O emissor o oferece ao lado do PDF."
    />
  );
}

function NoteFiles({ note }: { note: LeaseNoteRow }) {
  const open = () => openFile(`/api/fiscal/notes/lease/${note.id}/danfse`).catch(toast.failure);
  const save = () => download(notes.noteXml, { params: { id: note.id } }).catch(toast.failure);
  return (
    <Stack gap="xs">
      {note.service_note === null && <Callout tone="known">{signatureWords(note)}</Callout>}
      <Group gap="xs">
        <Button variant="default" size="compact-sm" onClick={open}>
          Ver a DANFSe
        </Button>
        <Button variant="subtle" size="compact-sm" onClick={save}>
          Baixar o XML
        </Button>
      </Group>
    </Stack>
  );
}

/** What the signature of an uploaded note tells, and what it does not. */
const signatureWords = ({ signed_by }: LeaseNoteRow) =>
  signed_by === null
    ? 'A assinatura deste XML não foi conferida. Confira a nota pelo QR code da DANFSe.'
    : `O XML está como “${signed_by}” o assinou. Se esse certificado é do sistema nacional, quem diz é a consulta pública, pelo QR code da DANFSe.`;

type Place = LeaseNoteRow['tenant'] | LeaseNoteRow['property'];

const placeWords = ({ street, number, complement, neighborhood, city, state, cep, city_code }: Place) =>
  [
    [street, number, complement].filter(Boolean).join(', '),
    neighborhood,
    [city, state].filter(Boolean).join('/'),
    cep && `CEP ${formatCep(cep)}`,
    city_code && `IBGE ${city_code}`,
  ]
    .filter(Boolean)
    .join(' · ');

const linesOf = (note: LeaseNoteRow) => [
  { label: 'Emitente', value: `${note.owner.name}, ${formatDocument(note.owner.document)}` },
  ...(note.owner.municipal_registration
    ? [{ label: 'Inscrição municipal', value: note.owner.municipal_registration }]
    : []),
  { label: 'Competência', value: formatDate(note.paid_on) },
  { label: 'Tomador', value: `${note.tenant.name}, ${formatDocument(note.tenant.document)}` },
  { label: 'Endereço do tomador', value: placeWords(note.tenant) },
  { label: 'Local da prestação', value: placeWords(note.property) },
  { label: 'Código de tributação nacional', value: note.service_code },
  { label: 'Descrição do serviço', value: note.description },
  { label: 'NBS', value: note.nbs },
  { label: 'Valor do serviço', value: formatMoney(note.service) },
  { label: 'Indicador da operação', value: note.operation },
  { label: 'CST e classificação', value: `${note.cst} / ${note.class_code}` },
  { label: 'CIB', value: note.property.cib },
  { label: 'Inscrição imobiliária', value: note.property.property_registration },
  { label: 'Copropriedade', value: formatPercent(note.share) },
  { label: 'Valor total da operação', value: formatMoney(note.total) },
  ...note.adjustments.map(({ code, amount }) => ({
    label: `Ajuste ${code}: ${NOTE_ADJUSTMENTS[code]}`,
    value: formatMoney(amount),
  })),
  { label: 'Base de IBS e CBS', value: formatMoney(note.base) },
  { label: 'IBS', value: formatMoney(note.ibs) },
  { label: 'CBS', value: formatMoney(note.cbs) },
];
