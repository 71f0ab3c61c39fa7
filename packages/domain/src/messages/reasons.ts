/** Why a message was not sent, in words for staff. */
const REASONS = {
  SETTLED: 'A fatura foi paga ou tem um pagamento em conferência, ou o que a mensagem conta deixou de valer.',
  CALLED_OFF: 'Deixou de ser preciso antes do envio.',
  LATE: 'Passou o dia em que fazia sentido.',
  ONE_A_DAY: 'A pessoa já recebe uma mensagem por dia, e o prazo desta acabou antes da vez dela.',
  REFUSED: 'A pessoa não quer receber esta mensagem.',
  NO_CONSENT: 'A pessoa não autorizou o WhatsApp, e não há outro canal.',
  NO_ADDRESS: 'O cadastro não tem celular nem e-mail para os canais ligados.',
  NO_CHANNEL: 'Nenhum canal está ligado.',
  GONE: 'O cadastro foi removido ou anonimizado.',
  REJECTED: 'O canal recusou a mensagem.',
  UNAVAILABLE: 'O canal não respondeu, depois de várias tentativas.',
  LOST: 'Talvez enviada: a resposta do canal se perdeu, e a mensagem não é repetida.',
  BY_STAFF: 'Cancelada pela equipe.',
} as const;

export type MessageReason = keyof typeof REASONS;
export const MESSAGE_REASONS = Object.keys(REASONS) as readonly MessageReason[];

export const reasonText = (reason: MessageReason): string => REASONS[reason];
