import { Button } from '@mantine/core';
import { portalLeads } from '@morada/contract/doors/portals';
import { useMutation, useQuery } from '@tanstack/react-query';
import { mutation } from '#web/lib/api/mutation.ts';
import { query } from '#web/lib/api/query.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { CopyLine } from '#web/ui/display/copy-line.tsx';
import { Moment } from '#web/ui/display/figures.tsx';
import { TitledPart } from '#web/ui/display/titled-part.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { PasswordField, TextareaField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import classes from './lead-window.module.css';

type PortalsWindowProps = { onClose: () => void; onOpened: (id: number) => void };

/** Leads of portals: the OLX group's calls, e-mails that are pasted, and messages that could not be read. */
export function PortalsWindow({ onClose, onOpened }: PortalsWindowProps) {
  return (
    <RecordWindow title="Leads de portais" width={820} onClose={onClose} actions={{ close: 'Fechar' }}>
      <div className={classes.parts}>
        {may(portalLeads.link.access) && <Olx />}
        <Mail
          onOpened={(id) => {
            onClose();
            onOpened(id);
          }}
        />
        <Stuck />
      </div>
    </RecordWindow>
  );
}

function Olx() {
  const link = useQuery(query(portalLeads.link, {}));
  const save = useMutation(mutation(portalLeads.saveLink, { awaitRefetch: true }));
  const remove = useMutation(mutation(portalLeads.removeLink, { awaitRefetch: true }));
  const form = useForm(portalLeads.saveLink.body, {
    defaultValues: { secret: '' },
    submit: (body) => save.mutateAsync({ body }),
    onSaved: () => toast.success('Os leads do Grupo OLX são recebidos'),
  });
  return (
    <TitledPart title="Grupo OLX (ZAP, Viva Real, OLX)">
      <QueryBoundary query={link} what="a ligação com o Grupo OLX">
        {({ address, active }) => (
          <div className={classes.parts}>
            {address ? (
              <CopyLine label="Endereço a informar ao Grupo OLX" value={address} />
            ) : (
              <p>O endereço público do site não está configurado.</p>
            )}
            {active ? (
              <Button
                variant="default"
                onClick={() => remove.mutateAsync({}).then(() => toast.success('Chave removida'), toast.failure)}
              >
                Deixar de receber
              </Button>
            ) : (
              <Form form={form}>
                <Fields columns={1}>
                  <PasswordField form={form} name="secret" label="Chave secreta que o Grupo OLX informou" required />
                  <div>
                    <Button type="submit" onClick={form.save} loading={form.formState.isSubmitting}>
                      Receber os leads
                    </Button>
                  </div>
                </Fields>
              </Form>
            )}
          </div>
        )}
      </QueryBoundary>
    </TitledPart>
  );
}

function Mail({ onOpened }: { onOpened: (id: number) => void }) {
  const paste = useMutation(mutation(portalLeads.mail));
  const form = useForm(portalLeads.mail.body, {
    defaultValues: { text: '' },
    submit: (body) => paste.mutateAsync({ body }),
    onSaved: ({ lead_id }) => {
      if (lead_id === null) toast.warning('Não há telefone nem e-mail que se possa ler. A mensagem está abaixo.');
      else onOpened(lead_id);
    },
  });
  return (
    <TitledPart title="E-mail de um portal" below="Cole o e-mail que o portal mandou. O original fica guardado.">
      <Form form={form}>
        <Fields columns={1}>
          <TextareaField form={form} name="text" label="Texto do e-mail" required rows={5} />
          <div>
            <Button type="submit" onClick={form.save} loading={form.formState.isSubmitting}>
              Criar lead
            </Button>
          </div>
        </Fields>
      </Form>
    </TitledPart>
  );
}

function Stuck() {
  const stuck = useQuery(query(portalLeads.stuck, {}, { live: ['leads'] }));
  const retry = useMutation(mutation(portalLeads.retry, { awaitRefetch: true }));
  const dismiss = useMutation(mutation(portalLeads.dismiss, { awaitRefetch: true }));
  return (
    <TitledPart title="Não puderam ser lidas">
      <QueryBoundary query={stuck} what="as mensagens que não puderam ser lidas">
        {(found) =>
          found.length === 0 ? (
            <p>Nenhuma mensagem espera por você.</p>
          ) : (
            <ul className={classes.history}>
              {found.map(({ id, received_at, problem, raw }) => (
                <li key={id}>
                  <b>{problem}</b>
                  <div className={classes.when}>
                    <Moment value={received_at} />
                  </div>
                  <p className={classes.words}>{raw}</p>
                  <div className={classes.answers}>
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={`Ler de novo a mensagem ${id}`}
                      onClick={() => retry.mutateAsync({ params: { id } }).catch(toast.failure)}
                    >
                      Ler de novo
                    </Button>
                    <Button
                      size="xs"
                      variant="subtle"
                      color="red"
                      aria-label={`Dispensar a mensagem ${id}`}
                      onClick={() => dismiss.mutateAsync({ params: { id } }).catch(toast.failure)}
                    >
                      Dispensar
                    </Button>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </TitledPart>
  );
}
