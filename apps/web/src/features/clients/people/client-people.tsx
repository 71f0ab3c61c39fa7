import { Button } from '@mantine/core';
import { type ClientPerson, clientPeople, PersonDraft } from '@morada/contract/registry/client-people';
import { MOST_PEOPLE } from '@morada/domain/people/client';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { mutation } from '#web/lib/api/mutation.ts';
import { query as read } from '#web/lib/api/query.ts';
import { toast } from '#web/lib/toast.ts';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { PasswordField, TextField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import classes from './client-people.module.css';

type ClientPeopleProps = { client: { id: number; name: string }; readOnly: boolean };

const peopleQuery = (id: number) =>
  read(clientPeople.list, { params: { id } }, { failure: 'Não foi possível retornar as pessoas da empresa' });

/** People who sign in to the client area for a company, beside its own e-mail. */
export function ClientPeople({ client, readOnly }: ClientPeopleProps) {
  const query = useQuery(peopleQuery(client.id));
  const [adding, setAdding] = useState(false);
  if (adding) return <NewPerson clientId={client.id} onDone={() => setAdding(false)} />;
  return (
    <QueryBoundary query={query} what="as pessoas da empresa" lines={3}>
      {(people) => {
        const add = !readOnly && people.length < MOST_PEOPLE && (
          <Button variant="default" leftSection={<IconPlus size={15} />} onClick={() => setAdding(true)}>
            Dar acesso a uma pessoa
          </Button>
        );
        if (people.length === 0)
          return (
            <EmptyState
              icon={IconUsers}
              title="Só o e-mail da empresa entra"
              below="Cada pessoa a quem você der acesso entra na área do cliente com o próprio e-mail e a própria senha."
              action={add}
            />
          );
        return (
          <>
            <p className={classes.said}>
              Entram na área do cliente, além do e-mail da empresa, e veem tudo o que é dela.
            </p>
            <ul className={classes.people}>
              {people.map((person) => (
                <Person key={person.id} client={client} person={person} readOnly={readOnly} />
              ))}
            </ul>
            {add}
          </>
        );
      }}
    </QueryBoundary>
  );
}

type PersonProps = ClientPeopleProps & { person: ClientPerson };

function Person({ client, person: { id, name, email, has_password }, readOnly }: PersonProps) {
  const confirm = useConfirm();
  const { mutateAsync: remove } = useMutation(mutation(clientPeople.remove, { awaitRefetch: true }));
  const ask = () =>
    confirm({
      title: 'Tirar o acesso',
      body: `${name} sai na hora da área do cliente de ${client.name}, em todos os aparelhos.`,
      verb: 'Tirar o acesso',
      danger: true,
      run: async () => {
        await remove({ params: { id: client.id, personId: id } });
        toast.success('Acesso retirado.');
      },
    });
  return (
    <li className={classes.person}>
      <div className={classes.who}>
        <p className={classes.name}>{name}</p>
        <p className={classes.email}>{has_password ? email : `${email}, ainda sem senha`}</p>
      </div>
      {!readOnly && (
        <Button variant="subtle" color="red" aria-label={`Tirar o acesso de ${name}`} onClick={ask}>
          Tirar o acesso
        </Button>
      )}
    </li>
  );
}

function NewPerson({ clientId, onDone }: { clientId: number; onDone: () => void }) {
  const { mutateAsync: add } = useMutation(mutation(clientPeople.add, { awaitRefetch: true }));
  const form = useForm<z.input<typeof PersonDraft>, ClientPerson>(PersonDraft, {
    defaultValues: { name: '', email: '', password: '' },
    submit: (body) => add({ params: { id: clientId }, body }),
    onSaved: () => {
      toast.success('Acesso dado.');
      onDone();
    },
  });
  return (
    <Form form={form}>
      <Fields>
        <TextField form={form} name="name" label="Nome da pessoa" required maxLength={120} autoFocus />
        <TextField form={form} name="email" label="E-mail" type="email" required maxLength={254} />
        <PasswordField
          form={form}
          name="password"
          label="Senha"
          help="Em branco, a pessoa recebe por e-mail um link para criar a própria senha."
        />
      </Fields>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onDone}>
          Cancelar
        </Button>
        <Button type="submit" loading={form.formState.isSubmitting}>
          Dar acesso
        </Button>
      </div>
    </Form>
  );
}
