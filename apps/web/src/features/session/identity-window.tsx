import { Button, Modal } from '@mantine/core';
import { Confirmation, session } from '@morada/contract/access/session';
import { useState } from 'react';
import { ApiProblem, api } from '#web/lib/api/api.ts';
import { type Asked, answerIdentity } from '#web/lib/session/identity.ts';
import { currentSession } from '#web/lib/session/session.ts';
import { messageOf } from '#web/lib/toast.ts';
import { useWindow } from '#web/ui/base/use-window.ts';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { PasswordField } from '#web/ui/input/text-fields.tsx';
import { Note } from './auth-layout.tsx';
import { CODE_ASKED, orAskCode } from './code-asked.ts';
import { CodeField } from './code-field.tsx';
import classes from './identity-window.module.css';
import { signIn } from './session-queries.ts';

const WORDS = {
  renew: {
    title: 'Sua sessão terminou',
    body: 'Digite sua senha para continuar de onde parou. O que estava na página continua como estava.',
    verb: 'Entrar',
    back: 'Entrar com outra conta',
  },
  confirm: {
    title: 'Confirme sua senha',
    body: 'Esta ação pede a sua senha de novo, porque você a digitou há mais de dez minutos.',
    verb: 'Confirmar',
    back: 'Cancelar',
  },
} as const;

type IdentityWindowProps = {
  asked: Asked;
  /** The session is to be left, for another's. */
  onLeave: () => void;
  /** Signed in again, with something to be done before the pages are served. */
  onDuty: () => void;
};

/** Asks for the password over whatever is open; the page below keeps all that was typed. */
export default function IdentityWindow({ asked, onLeave, onDuty }: IdentityWindowProps) {
  const [asksCode, setAsksCode] = useState(false);
  const { email = '' } = currentSession() ?? {};
  const { title, body, verb, back } = WORDS[asked];
  useWindow();

  async function identify(body: { password: string; code?: string }) {
    if (asked === 'renew') return signIn({ email, ...body });
    await api(session.confirm, { body }, { asks: false }).catch((error: unknown) => {
      // It ended while the window was open: the same password opens another.
      if (error instanceof ApiProblem && error.code === 'UNAUTHENTICATED') return signIn({ email, ...body });
      throw error;
    });
    return currentSession();
  }

  const form = useForm(Confirmation, {
    defaultValues: { password: '', code: undefined },
    submit: (body) => orAskCode(identify(body)),
    onSaved: (answer) => {
      if (answer === CODE_ASKED) return setAsksCode(true);
      if (!answer?.duty) return answerIdentity(true);
      answerIdentity(false);
      onDuty();
    },
    asks: true,
    showsFailure: true,
  });
  const leave = () => (asked === 'renew' ? onLeave() : answerIdentity(false));

  return (
    <Modal
      opened
      centered
      size={440}
      title={title}
      zIndex={280}
      returnFocus={false}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={asked === 'confirm' && !form.formState.isSubmitting}
      onClose={leave}
    >
      <Form form={form}>
        <div className={classes.body}>
          <p className={classes.says}>{body}</p>
          {form.failure && <Note alert>{messageOf(form.failure)}</Note>}
          <input
            type="email"
            autoComplete="username"
            value={email}
            readOnly
            aria-label="E-mail"
            className={classes.who}
          />
          <Fields columns={1}>
            <PasswordField form={form} name="password" label="Senha" autoComplete="current-password" autoFocus />
            {asksCode && <CodeField form={form} name="code" />}
          </Fields>
        </div>
        <div className={classes.foot}>
          <Button variant="default" disabled={form.formState.isSubmitting} onClick={leave}>
            {back}
          </Button>
          <Button type="submit" loading={form.formState.isSubmitting}>
            {verb}
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
