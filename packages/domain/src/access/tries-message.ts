import { ofAgency } from '../base/agency-name.ts';
import { TRIES_TOLD } from './sign-in-limits.ts';

type NoticeData = { name: string; agency: string; isClient: boolean; day: string };

/** Notice to an account's owner after many wrong passwords. */
export function triesMessage({ name, agency, isClient, day }: NoticeData): { subject: string; body: string } {
  const place = isClient ? `na área do cliente ${ofAgency(agency)}` : `no sistema ${ofAgency(agency)}`;
  return {
    subject: `Tentativas de entrar na sua conta ${place}`,
    body: [
      `Olá, ${name}.`,
      `Em ${day} a sua conta ${place} recebeu ${TRIES_TOLD} senhas erradas ou mais. Nenhuma delas entrou, e a espera entre uma tentativa e outra aumenta a cada erro.`,
      'De onde você já entrou antes, nada muda: use a sua senha como sempre. Em um aparelho e uma rede novos, pode ser preciso esperar alguns minutos.',
      'Se foi você, não faça nada. Se não foi, avise a imobiliária, e troque a senha se você a usa também em outro lugar.',
      agency,
    ].join('\n\n'),
  };
}

/** The notice in one sentence, shown at the next sign-in. */
export const triesNotice = (tries: number) =>
  `Nas últimas 24 horas houve ${tries} tentativas de entrar na sua conta com senha errada. Se não foi você, avise a imobiliária.`;
